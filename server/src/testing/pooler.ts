// Once per nightly run, after the cluster is started: a PgBouncer in transaction mode with few connections to it. Every
// test portal connects through it.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { databaseUser } from '#db/embedded/files.ts';
import { temporaryFolder } from './folder.ts';
import { TEMPLATE } from './database.ts';

/**
 * Connections to one database: fewer than a portal has to the pooler, so that its requests share them. They are used in
 * turn, so that even consecutive requests get different connections.
 */
const serverConnections = 6;

/** As in docs/operator.md, but for all databases of the cluster. */
const settings = (cluster: { socket: string; port: string; folder: string }, port: number) => `
[databases]
* = host=${cluster.socket} port=${cluster.port} auth_user=pgbouncer

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${path.join(cluster.folder, 'userlist.txt')}
auth_query = select name, secret from pgbouncer_secret($1)
pool_mode = transaction
default_pool_size = ${serverConnections}
min_pool_size = ${serverConnections}
server_round_robin = 1
max_client_conn = 1000
query_wait_timeout = 5
`;

const secrets = `
create function pgbouncer_secret(wanted text) returns table (name name, secret text)
  language sql security definer set search_path = pg_catalog
  as $$ select rolname, rolpassword from pg_authid where rolname = wanted and rolname = 'keyward_app' $$;
revoke all on function pgbouncer_secret from public;
grant execute on function pgbouncer_secret to pgbouncer;
`;

/** Called by Vitest; the returned function stops the pooler. */
export async function setup(project: TestProject) {
  const user = databaseUser();
  const folder = temporaryFolder();
  const { adminUrl } = project.getProvidedContext();
  const password = randomBytes(24).toString('hex');
  await inDatabase(adminUrl, `create role pgbouncer login password '${password}'; ${secrets}`);
  await inDatabase(adminUrl.replace('/postgres?', `/${TEMPLATE}?`), secrets);
  const port = await freePort();
  const ini = path.join(folder, 'pgbouncer.ini');
  const write = (file: string, text: string) => {
    fs.writeFileSync(file, text, { mode: 0o600 });
    if (user) fs.chownSync(file, user.uid, user.gid);
  };
  // the owner too: the server must refuse it although the pooler lets it in
  const [, owner = '', owners = ''] = /\/\/(.*):(.*)@/.exec(adminUrl) ?? [];
  write(path.join(folder, 'userlist.txt'), `"pgbouncer" "${password}"\n"${owner}" "${owners}"\n`);
  const connection = new URLSearchParams(adminUrl.slice(adminUrl.indexOf('?')));
  const cluster = { socket: connection.get('host') ?? '', port: connection.get('port') ?? '', folder };
  write(ini, settings(cluster, port));
  const child = spawn('pgbouncer', ['--quiet', ini], { ...user, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-10_000)));
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve();
    });
    child.once('close', () => resolve());
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    fs.rmSync(folder, { recursive: true, force: true });
  };
  const ready = await Promise.race([answers(port), ended.then(() => false)]);
  if (!ready) {
    await stop();
    throw new Error(`PgBouncer does not start: ${output}`);
  }
  project.provide('pooler', `127.0.0.1:${port}`);
  return stop;
}

async function inDatabase(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(sql);
  await client.end();
}

async function freePort(): Promise<number> {
  const probe = net.createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as net.AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Waits up to ten seconds for a listener on the port. */
async function answers(port: number): Promise<boolean> {
  for (const end = Date.now() + 10_000; Date.now() < end;) {
    const socket = net.connect(port, '127.0.0.1');
    const open = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (open) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}
