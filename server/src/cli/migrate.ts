import { type Command, readOptions, withDatabase } from './command.ts';

export const migrate: Command = {
  name: 'migrate',
  summary: 'migrate the database (the server also does so at each start)',
  run: async (args) => {
    readOptions('migrate', args, {});
    await withDatabase(async ({ system }) => {
      const { rows } = await system.query<{ name: string }>('select name from schema_migration order by name');
      console.log(`The database is up to date: ${rows.map(({ name }) => name).join(', ')}.`);
    });
  },
};
