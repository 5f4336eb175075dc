import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Config, readConfig } from '#core/config.ts';
import { createLog } from '#core/log.ts';
import { type Database, openDatabase } from '#db/connect.ts';
import { StartError } from '#db/start-error.ts';

export type Command = {
  name: string;
  /** One line for `help`. */
  summary: string;
  /** Its options, one line each, for `help <command>`. */
  options?: string[];
  /** @throws StartError in words; any other error is a fault of ours. */
  run(args: string[]): Promise<void>;
};

/** Parses a command's options strictly. @throws StartError naming what it does not know. */
export function options<const T extends NonNullable<ParseArgsConfig['options']>>(
  command: string,
  args: string[],
  known: T,
) {
  try {
    return parseArgs({ args, options: known, strict: true, allowPositionals: false }).values;
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`${said}\nnpm run keyward -- help ${command} lists its options.`, { cause });
  }
}

/** The work with the database of the environment, migrated, and closed afterwards. */
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
