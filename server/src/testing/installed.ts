// Clusters of the machine's installed PostgreSQL, with its tools; only `npm run test:nightly` needs one.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { databaseUser } from '#db/embedded/files.ts';
import { temporaryFolder } from './folder.ts';
import { freePort } from './server.ts';

const debian = '/usr/lib/postgresql';

/** The folder with the programs of the newest version. @throws when there is no version from 15 on. */
export function installedPrograms(): string {
  const versions = fs.existsSync(debian) ? fs.readdirSync(debian).map(Number) : [];
  const version = Math.max(...versions.filter((n) => fs.existsSync(`${debian}/${n}/bin/initdb`)), 0);
  if (version < 15) throw new Error(`no PostgreSQL 15 or newer in ${debian}: apt-get install postgresql`);
  return `${debian}/${version}/bin`;
}

export type InstalledCluster = {
  /** The URL for a user, with the cluster's password. */
  url: (user: string, database: string) => string;
  /** Runs SQL as the administrator `postgres`. */
  sql: (text: string) => void;
  stop: () => void;
};

/** A cluster like that of an operator: over TCP, with passwords, and an administrator besides the database owners. */
export async function installedCluster(): Promise<InstalledCluster> {
  const programs = installedPrograms();
  const folder = temporaryFolder();
  const user = databaseUser();
  const data = path.join(folder, 'data');
  const passwordFile = path.join(folder, 'password');
  const password = 'of-this-test-alone';
  fs.mkdirSync(data, { mode: 0o700 });
  fs.writeFileSync(passwordFile, password);
  if (user) fs.chownSync(data, user.uid, user.gid);
  const run = (program: string, ...args: string[]) =>
    execFileSync(path.join(programs, program), args, {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
    });
  const port = await freePort();
  run(
    'initdb',
    '-D',
    data,
    '-U',
    'postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--no-sync',
  );
  const options = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories='' -c synchronous_commit=off`;
  run('pg_ctl', 'start', '-w', '-D', data, '-l', path.join(data, 'log'), '-o', options);
  const url = (name: string, database: string) => `postgres://${name}:${password}@127.0.0.1:${port}/${database}`;
  const sql = (text: string) =>
    void execFileSync(path.join(programs, 'psql'), [
      '-qX',
      '-v',
      'ON_ERROR_STOP=1',
      '-c',
      text,
      url('postgres', 'postgres'),
    ]);
  return {
    url,
    sql,
    stop: () => {
      run('pg_ctl', 'stop', '-w', '-m', 'fast', '-D', data);
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
