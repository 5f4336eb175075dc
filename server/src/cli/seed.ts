import { openVault } from '#core/auth/key-file.ts';
import { StartError } from '#db/start-error.ts';
import { seedDemo } from '#seed/demo.ts';
import { type Command, readOptions, withDatabase } from './command.ts';

export const seed: Command = {
  name: 'seed',
  summary: 'fill an empty database with demo data: two tenants and 30 days of events',
  run: async (args) => {
    readOptions('seed', args, {});
    await withDatabase(async (database, config) => {
      const { rows } = await database.system.query('select from tenant limit 1');
      if (rows.length > 0) throw new StartError('The database already has tenants: nothing was seeded.');
      await seedDemo(database, openVault(config), { info: (text) => console.log(text) });
      console.log('The demo data has been created.');
    });
  },
};
