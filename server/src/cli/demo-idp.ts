import { once } from 'node:events';
import { portalAddress } from '#core/portal-address.ts';
import { readConfig } from '#core/config.ts';
import { demoAccounts } from '#core/demo.ts';
import { newSecret } from '#core/secrets.ts';
import { runningUrl } from '#db/embedded.ts';
import { StartError } from '#db/start-error.ts';
import { type Db, inTenant } from '#db/tenant.ts';
import { asOperator, type Command, options, tenantBySlug } from './command.ts';
import { startIdentityProvider } from './identity-provider.ts';
import { removeProvider, storeProvider } from './tenant-sso.ts';

/** While it runs, the tenant signs in through it; afterwards everybody has their password again. */
export const demoIdp: Command = {
  name: 'demo-idp',
  summary: 'an identity provider on this machine, to try single sign-on with the demo',
  options: ['--tenant <short name>  harbor unless told', '--port <port>          4000 unless told'],
  run: async (args) => {
    const given = options('demo-idp', args, {
      tenant: { type: 'string', default: 'harbor' },
      port: { type: 'string', default: '4000' },
    });
    if (!/^\d{1,5}$/.test(given.port)) throw new StartError(`--port takes a number, not "${given.port}".`);
    const { databaseUrl, dataDir } = readConfig();
    if (!databaseUrl && !runningUrl(dataDir))
      throw new StartError(`No server runs on the data folder ${dataDir}. Start one with npm start.`);
    await asOperator(async (operator) => {
      if (!operator.config.demo) throw new StartError('The demo identity provider is for demo mode alone.');
      const tenantId = await tenantBySlug(operator, given.tenant);
      const within = <T>(work: (db: Db) => Promise<T>) => inTenant(operator.database.system, tenantId, work);
      const portal = await within((db) => portalAddress(db, operator.portalBase));
      const client = { clientId: 'keyward', clientSecret: newSecret() };
      const provider = await startIdentityProvider({
        ...client,
        port: Number(given.port),
        redirectUris: [`${portal}/sso`],
        accounts: [...demoAccounts.map((a) => a.username), 'stranger'].map((username) => ({
          subject: username,
          claims: {
            preferred_username: username,
            name: username,
            email: `${username}@demo.example`,
            email_verified: true,
          },
        })),
      });
      try {
        const everybody = { claim: 'preferred_username', domains: [], passwordNames: [] };
        await within((db) => storeProvider(db, operator, { ...client, issuer: provider.issuer }, everybody));
        console.log(`${portal} signs in through ${provider.issuer} now. Ctrl+C ends it.`);
        await Promise.race((['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => once(process, signal)));
      } finally {
        await provider.stop();
        await within(removeProvider).catch(() => {
          console.error(
            `The database is gone already. When it is back: npm run keyward -- tenant sso --tenant ${given.tenant} --off`,
          );
        });
      }
    });
  },
};
