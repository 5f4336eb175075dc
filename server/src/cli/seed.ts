import { openVault } from '#core/auth/key-file.ts';
import { readConfig } from '#core/config.ts';
import { StartError } from '#db/start-error.ts';
import { seedDemo } from '#seed/demo.ts';
import { type Command, readOptions, withDatabase } from './command.ts';

export const seed: Command = {
  name: 'seed',
  summary: 'fill an empty database with demo data, in demo mode: two tenants and 30 days of events',
  run: async (args) => {
    readOptions('seed', args, {});
    if (!readConfig().demo)
      throw new StartError(
        'The passwords of the demo data are public, so its tenants are served in demo mode alone: nothing was seeded. Set KEYWARD_DEMO=1 for the server and this command; npm run keyward -- tenant create makes a tenant for production.',
      );
    await withDatabase(async (database, config) => {
      const { rows } = await database.system.query('select from tenant limit 1');
      if (rows.length > 0) throw new StartError('The database already has tenants: nothing was seeded.');
      await seedDemo(database, openVault(config), { info: (text) => console.log(text) });
      console.log('The demo data has been created.');
    });
  },
};
