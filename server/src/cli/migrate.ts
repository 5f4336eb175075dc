import pg from 'pg';
import { type Config, readConfig } from '#core/config.ts';
import { createLog } from '#core/log.ts';
import { openUnchanged } from '#db/connect.ts';
import { migrationsOf } from '#db/migration-files.ts';
import { type Command, readOptions, withDatabase } from './command.ts';

export const migrate: Command = {
  name: 'migrate',
  summary: 'migrate the database (the server also does so at each start)',
  options: ['--status  lists what is applied to which database and what is pending, and changes nothing'],
  run: async (args) => {
    const { status } = readOptions('migrate', args, { status: { type: 'boolean', default: false } });
    await (status ? showStatus() : apply());
  },
};

const apply = () =>
  withDatabase(async ({ system }) => {
    const { rows } = await system.query<{ name: string }>('select name from schema_migration order by name');
    console.log(`The database is up to date: ${rows.map(({ name }) => name).join(', ')}.`);
  });

/** The configured database, without its password. */
function nameOf({ databaseUrl, dataDir }: Config): string {
  if (!databaseUrl) return `The embedded database in ${dataDir}`;
  const { host, port, database } = new pg.Client({ connectionString: databaseUrl });
  return `The database ${database} at ${host}:${port}`;
}

async function showStatus(): Promise<void> {
  const config = readConfig();
  const opened = await openUnchanged(config, { log: createLog(config.logLevel), poolSize: 1 });
  try {
    const { applied, pending, others } = await migrationsOf(opened.system);
    const section = (title: string, lines: string[]) =>
      lines.length > 0 ? [`${title}, ${lines.length}:`, ...lines.map((line) => `  ${line}`)] : [];
    const dated = (rows: typeof applied) =>
      rows.map(({ name, applied_at: at }) => `${at.slice(0, 16).replace('T', ' ')} UTC  ${name}`);
    console.log(
      [
        `${nameOf(config)} ${pending.length > 0 ? 'lacks migrations of this release.' : 'is up to date.'}`,
        ...section('Applied', dated(applied)),
        ...section('Applied by other releases', dated(others)),
        ...section('Pending', pending),
      ].join('\n'),
    );
  } finally {
    await opened.close();
  }
}
