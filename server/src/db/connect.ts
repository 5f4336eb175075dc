// Connects the server, the commands and the tests to the database.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Embedded, type EmbeddedOptions, hasCluster, runningUrl, startEmbedded } from './embedded/embedded.ts';
import { migrate } from './migrate.ts';
import { createPool, requestLimits } from './pool.ts';
import { refuseOtherDatabase, refusePooledOwner } from './pooler.ts';
import { appUrl, ensureAppRole, throughPooler } from './role.ts';
import { StartError, errorCode } from './start-error.ts';

export type Database = {
  /** Requests: the role keyward_app, restricted by row-level security, with short timeouts. */
  app: pg.Pool;
  /** The owner: health checks, jobs, operator commands. Has no short timeouts. Row-level security may apply to it as well. */
  system: pg.Pool;
  /** The owner's connection string, bypassing the pooler: for pools of libraries. */
  url: string;
  /** The restricted role's connection string, bypassing the pooler. */
  appUrl: string;
  close: () => Promise<void>;
};

export type DatabaseConfig = {
  /** Folder of the embedded database. */
  dataDir: string;
  /** An external PostgreSQL instead of the embedded one, as its owner, with a password. */
  databaseUrl?: string | undefined;
  /** A pooler in transaction mode in front of it, for requests only: its address, without a user. */
  poolerUrl?: string | undefined;
  /** Tests: a throw-away cluster, and fsync = off is accepted. */
  unsafeFast?: boolean | undefined;
};

export type OpenOptions = {
  log?: { debug(text: string): void; info(text: string): void; warn(text: string): void };
  /** Runs background work that may fail; resolves to whether it succeeded. */
  guard?: EmbeddedOptions['guard'];
  /** Concurrent requests; default 20. */
  poolSize?: number;
};

/** Time in ms to wait for connections in use at a stop: the process exits soon, and would leave the database running. */
const closePoolsMs = 1_000;

/** The pools of a migrated database. */
export function openPools(ownerUrl: string, poolSize = 20, poolerUrl?: string): Database {
  const restricted = appUrl(ownerUrl);
  const pooler = poolerUrl && throughPooler(restricted, poolerUrl);
  const app = createPool(restricted, { max: poolSize, limits: requestLimits, name: 'keyward', pooler });
  const system = createPool(ownerUrl, { max: 8, name: 'keyward system' });
  return {
    app,
    system,
    url: ownerUrl,
    appUrl: restricted,
    close: async () => void (await Promise.all([app.end(), system.end()])),
  };
}

/**
 * Starts the embedded database or connects to DATABASE_URL, checks it, migrates it, and opens the pools. `close` also
 * stops the embedded database. @throws StartError for the operator.
 */
export async function openDatabase(config: DatabaseConfig, options: OpenOptions = {}): Promise<Database> {
  return open(config, options, async (url) => {
    await prepare(url, config);
    const applied = await migrate(url, options);
    if (applied.length > 0) options.log?.info(`migrated: ${applied.join(', ')}`);
    return openPools(url, options.poolSize, config.poolerUrl);
  });
}

/**
 * The pools of a database as it is, migrated or not: that of DATABASE_URL, that of the server that runs on the data folder, or
 * the embedded one, started until `close`. @throws StartError for the operator, also when the folder has no database yet.
 */
export async function openUnchanged(config: DatabaseConfig, options: OpenOptions = {}): Promise<Database> {
  const running = config.databaseUrl ? undefined : runningUrl(config.dataDir);
  if (running) return openPools(running, options.poolSize);
  if (!config.databaseUrl && !hasCluster(config.dataDir))
    throw new StartError(
      `The folder ${config.dataDir} has no database yet. Start the server, or run npm run keyward -- migrate, first.`,
    );
  return open(config, options, async (url) => {
    await withOwner(url, (owner) => refuseUnsuitable(owner, url, config));
    return openPools(url, options.poolSize);
  });
}

/** Starts the embedded database, unless there is a DATABASE_URL, and stops it when `pools` fails, or with the pools. */
async function open(
  config: DatabaseConfig,
  options: OpenOptions,
  pools: (url: string) => Promise<Database>,
): Promise<Database> {
  const { log } = options;
  let embedded: Embedded | undefined;
  if (!config.databaseUrl) {
    embedded = await startEmbedded({
      dataDir: config.dataDir,
      unsafeFast: config.unsafeFast ?? false,
      log: (line) => log?.debug(line),
      guard: options.guard,
    });
    log?.debug(
      `embedded PostgreSQL, process ${embedded.pid}${embedded.adopted ? ', left running by an earlier server' : ''}`,
    );
  }
  const url = config.databaseUrl ?? embedded?.url('postgres') ?? '';
  try {
    const opened = await pools(url);
    return {
      ...opened,
      close: async () => {
        const closing = opened.close();
        if (!embedded) return closing;
        // connections still in use are rolled back, as when the database's own tools stop it
        await Promise.race([closing, sleep(closePoolsMs, undefined, { ref: false })]);
        await embedded.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

async function prepare(url: string, config: DatabaseConfig) {
  const restricted = appUrl(url); // refuses a URL without a password before connecting
  await withOwner(url, async (owner) => {
    await refuseUnsuitable(owner, url, config);
    await ensureAppRole(owner, url);
    if (config.poolerUrl) await refuseOtherDatabase(owner, throughPooler(restricted, config.poolerUrl));
  });
}

async function withOwner(url: string, work: (owner: pg.Client) => Promise<void>) {
  const owner = await connectOwner(url);
  try {
    await work(owner);
  } finally {
    await owner.end().catch(() => {});
  }
}

async function connectOwner(url: string): Promise<pg.Client> {
  let client: pg.Client;
  try {
    client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 10_000,
      application_name: 'keyward start',
    });
  } catch (cause) {
    throw new StartError('DATABASE_URL is not of the form postgres://owner:password@host:5432/database.', { cause });
  }
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (cause) {
    await client.end().catch(() => {});
    throw connectionError(client, cause);
  }
}

function connectionError(client: pg.Client, cause: unknown): StartError {
  const address = `${client.host}:${client.port}`;
  const code = errorCode(cause) ?? '';
  const message = cause instanceof Error ? cause.message : String(cause);
  const sentence =
    code === 'ECONNREFUSED'
      ? `No response from ${address}: PostgreSQL is not running there, or DATABASE_URL has the wrong host or port.`
      : code === 'ENOTFOUND' || code === 'EAI_AGAIN'
        ? `The host ${client.host} of DATABASE_URL cannot be resolved.`
        : code === 'ENOENT'
          ? `No database socket at ${address}: PostgreSQL is not running there, or DATABASE_URL is wrong.`
          : code.startsWith('28')
            ? `PostgreSQL at ${address} rejects the user or the password of DATABASE_URL (user ${client.user}).`
            : code === '3D000'
              ? `PostgreSQL at ${address} has no database "${client.database}": create it, or correct DATABASE_URL.`
              : /timeout|terminated unexpectedly/i.test(message) || code === 'ETIMEDOUT'
                ? `PostgreSQL at ${address} did not respond within 10 seconds. Check the host of DATABASE_URL and any firewall.`
                : `The database at ${address} cannot be reached: ${message}`;
  return new StartError(sentence, { cause });
}

async function refuseUnsuitable(owner: pg.Client, url: string, { unsafeFast = false }: DatabaseConfig) {
  await refusePooledOwner(owner, url);
  const { rows } = await owner.query<{ version: string; fsync: string; commit: string }>(
    "select current_setting('server_version') as version, current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit",
  );
  const { version = '0', fsync, commit } = rows[0] ?? {};
  if (Number.parseInt(version, 10) < 15)
    throw new StartError(`PostgreSQL ${version} is too old: Keyward needs PostgreSQL 15 or newer.`);
  if (unsafeFast) return;
  for (const [name, value] of [
    ['fsync', fsync],
    ['synchronous_commit', commit],
  ])
    if (value === 'off')
      throw new StartError(
        `PostgreSQL runs with ${name} = off, so committed data can be lost. Switch it on for Keyward’s database.`,
      );
}
