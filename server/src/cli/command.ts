import { type ParseArgsConfig, parseArgs } from 'node:util';
import { fits } from '@keyward/contract/characters';
import { type Config, readConfig } from '#core/config.ts';
import { createLog } from '#core/log.ts';
import { publishing } from '#core/live/publish.ts';
import { openVault } from '#core/auth/key-file.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { type Database, openDatabase, openUnchanged } from '#db/connect.ts';
import { migrationsOf } from '#db/migration-files.ts';
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

/** Maximum length of an argument, in code points; addresses are the longest. */
const argumentLength = 2048;

type Options = NonNullable<ParseArgsConfig['options']>;
type Token = NonNullable<ReturnType<typeof parseArgs<ParseArgsConfig & { tokens: true }>>['tokens']>[number];

/** Parses a command's options strictly. @throws StartError naming an unknown option, one without a value or a value too many. */
export function readOptions<const T extends Options>(command: string, args: string[], schema: T) {
  const refuse = (sentence: string) =>
    new StartError(`${sentence}\nnpm run keyward -- help ${command} lists its options.`);
  const tooLong = args.find((arg) => !fits(arg, argumentLength));
  if (tooLong !== undefined) throw refuse(`'${tooLong.slice(0, 40)}…' is longer than ${argumentLength} characters.`);
  const written = withNumbers(args, schema);
  const lenient: ParseArgsConfig = { args: written, options: schema, strict: false, tokens: true };
  for (const token of parseArgs(lenient).tokens ?? []) {
    const fault = faultOf(token, schema);
    if (fault !== undefined) throw refuse(fault);
  }
  return parseArgs({ args: written, options: schema, strict: true, allowPositionals: false }).values;
}

const optionOf = (schema: Options, name: string) => (Object.hasOwn(schema, name) ? schema[name] : undefined);

/** Rewrites `--rate -1` as `--rate=-1`: no option is a number, so it is the value of the option before it. */
function withNumbers(args: readonly string[], schema: Options): string[] {
  const written: string[] = [];
  for (const arg of args) {
    const before = written.at(-1);
    const takesIt = before?.startsWith('--') && optionOf(schema, before.slice(2))?.type === 'string';
    if (takesIt && /^-\.?\d/.test(arg)) written.splice(-1, 1, `${before}=${arg}`);
    else written.push(arg);
  }
  return written;
}

/** The fault of an argument, as a sentence; undefined for a valid one. */
function faultOf(token: Token, schema: Options): string | undefined {
  if (token.kind === 'positional') return `"${token.value}" belongs to no option.`;
  if (token.kind === 'option-terminator') return undefined;
  const { name, rawName, value, inlineValue } = token;
  const option = optionOf(schema, name);
  if (!option) return `There is no option ${rawName}.`;
  if (option.type === 'boolean') return value === undefined ? undefined : `${rawName} takes no value.`;
  if (value === undefined) return `${rawName} needs a value.`;
  if (!inlineValue && value.startsWith('-') && value.length > 1)
    return `${rawName} needs a value, and ${value} looks like an option. If it is the value, write ${rawName}=${value}.`;
  return undefined;
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

/** Everything that a command on tenants needs. */
export type Operator = {
  database: Database;
  config: Config;
  vault: Vault;
  /** PUBLIC_URL, or the address that the server listens on. */
  portalBase: string;
};

/**
 * Opens the running server's database, or starts one for the command when no server runs. Only `migrate`, `seed` and a start of the
 * server migrate. @throws StartError when migrations are pending.
 */
export async function openMigrated(config: Config, poolSize: number): Promise<Database> {
  const database = await openUnchanged(config, { log: createLog(config.logLevel), poolSize });
  try {
    const { pending } = await migrationsOf(database.system);
    if (pending.length === 0) return database;
    const lacking = `${pending.length} ${pending.length === 1 ? 'migration' : 'migrations'}`;
    throw new StartError(
      `Nothing was changed: the database lacks ${lacking} of this release. Run npm run keyward -- migrate first.`,
    );
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Runs `work` for a command on tenants. @throws StartError when migrations are pending. */
export async function asOperator<T>(work: (operator: Operator) => Promise<T>): Promise<T> {
  const config = readConfig();
  const database = await openMigrated(config, 2);
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

/**
 * Runs `work` on a tenant in one transaction, as the database's owner. The servers hear of the change at once: streams of sessions
 * that it ended close. @throws StartError for an unknown tenant.
 */
export async function inTenantBySlug<T>(
  operator: Operator,
  slug: string,
  work: (db: Db, tenant: EventSubject) => Promise<T>,
): Promise<T> {
  const { system } = operator.database;
  const id = await tenantBySlug(operator, slug);
  return publishing(system, () =>
    inTenant(system, id, async (db) => {
      const tenant = await db.selectFrom('tenant').select('name').where('id', '=', id).executeTakeFirst();
      return work(db, { domain: 'tenant', id, name: tenant?.name ?? slug });
    }),
  );
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
