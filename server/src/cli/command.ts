import { type ParseArgsConfig, parseArgs } from 'node:util';
import { fits } from '@keyward/contract/characters';
import { type Config, readConfig } from '#core/config.ts';
import { createLog } from '#core/log.ts';
import { openVault } from '#core/auth/key-file.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { type Database, openDatabase, openPools } from '#db/connect.ts';
import { runningUrl } from '#db/embedded/embedded.ts';
import { StartError } from '#db/start-error.ts';
import { type Db, inTenant } from '#db/tenant.ts';
import type { EventSubject } from '#core/events/event-text.ts';

export type Command = {
  name: string;
  /** One line for `help`. */
  summary: string;
  /** Its options, one line each, for `help <command>`. */
  options?: string[];
  /** @throws StartError for the operator; any other error is a bug. */
  run(args: string[]): Promise<void>;
};

/** The longest argument, in code points; addresses are the longest ones. */
const argumentLength = 2048;

/** Parses a command's options strictly. @throws StartError naming the unknown option. */
export function readOptions<const T extends NonNullable<ParseArgsConfig['options']>>(
  command: string,
  args: string[],
  schema: T,
) {
  try {
    const tooLong = args.find((arg) => !fits(arg, argumentLength));
    if (tooLong !== undefined)
      throw new Error(`'${tooLong.slice(0, 40)}…' is longer than ${argumentLength} characters.`);
    return parseArgs({ args, options: schema, strict: true, allowPositionals: false }).values;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`${message}\nnpm run keyward -- help ${command} lists its options.`, { cause });
  }
}

/** Runs `work` with the configured database, migrated; closes it afterwards. */
export async function withDatabase<T>(
  work: (database: Database, config: Config, log: ReturnType<typeof createLog>) => Promise<T>,
): Promise<T> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  const database = await openDatabase(config, { log });
  try {
    return await work(database, config, log);
  } finally {
    await database.close();
  }
}

/** What commands on tenants need. */
export type Operator = {
  database: Database;
  config: Config;
  vault: Vault;
  /** PUBLIC_URL, or the address that the server listens on. */
  portalBase: string;
};

/** Runs `work` with the running server's database, or with one opened for the command when no server runs. */
export async function asOperator<T>(work: (operator: Operator) => Promise<T>): Promise<T> {
  const config = readConfig();
  const running = config.databaseUrl ? undefined : runningUrl(config.dataDir);
  const database = running ? openPools(running, 2) : await openDatabase(config, { log: createLog(config.logLevel) });
  try {
    // after the database, which creates the data folder
    const vault = openVault(config);
    return await work({ database, config, vault, portalBase: config.publicUrl ?? `http://localhost:${config.port}` });
  } finally {
    await database.close();
  }
}

/**
 * Runs the action named by the first word after the command: `tenant create …`. @throws StartError for an unknown
 * action.
 */
export async function runAction(
  command: string,
  actions: Record<string, (args: string[]) => Promise<void>>,
  args: string[],
) {
  const [name = '', ...rest] = args;
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action)
    throw new StartError(
      `${command} ${Object.keys(actions).join(' or ')}: npm run keyward -- help ${command} shows the options.`,
    );
  await action(rest);
}

/** @throws StartError naming the missing option. */
export function requireOption(name: string, value: string | undefined): string {
  if (!value?.trim()) throw new StartError(`--${name} is missing.`);
  return value.trim();
}

/** Runs `work` on a tenant in one transaction, as the database's owner. @throws StartError for an unknown tenant. */
export async function inTenantBySlug<T>(
  operator: Operator,
  slug: string,
  work: (db: Db, tenant: EventSubject) => Promise<T>,
): Promise<T> {
  return inTenant(operator.database.system, await tenantBySlug(operator, slug), async (db) => {
    const tenant = await db.selectFrom('tenant').select('name').where('id', '=', db.tenantId).executeTakeFirst();
    return work(db, { domain: 'tenant', id: db.tenantId, name: tenant?.name ?? slug });
  });
}

/** The id of a tenant by its short name. @throws StartError for an unknown tenant. */
export async function tenantBySlug({ database }: Operator, slug: string): Promise<string> {
  const result = await database.system.query<{ id: string }>('select id from tenant where slug = $1', [slug]);
  const [tenant] = result.rows;
  if (tenant) return tenant.id;
  const all = await database.system.query<{ slug: string }>('select slug from tenant order by slug');
  throw new StartError(
    `There is no tenant ${slug}. Existing tenants: ${all.rows.map((t) => t.slug).join(', ') || 'none'}.`,
  );
}
