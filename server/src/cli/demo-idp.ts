import { once } from 'node:events';
import { portalAddress } from '#core/http/portal-address.ts';
import { readConfig } from '#core/config.ts';
import { demoSso } from '#core/auth/demo.ts';
import { runningUrl } from '#db/embedded/embedded.ts';
import { StartError } from '#db/start-error.ts';
import { type Db, inTenant } from '#db/tenant.ts';
import { storeDemoSso } from '#seed/demo-sso.ts';
import { asOperator, type Command, readOptions, tenantBySlug } from './command.ts';
import { startIdentityProvider } from './identity-provider.ts';

/** The identity provider that the second demo tenant is configured for. */
export const demoIdp: Command = {
  name: 'demo-idp',
  summary: 'the identity provider of the second demo tenant, to try single sign-on',
  options: [`--port <port>  default ${demoSso.port}; another port is set for the tenant while it runs`],
  run: async (args) => {
    const given = readOptions('demo-idp', args, { port: { type: 'string', default: String(demoSso.port) } });
    if (!/^\d{1,5}$/.test(given.port)) throw new StartError(`--port takes a number, not "${given.port}".`);
    const { databaseUrl, dataDir } = readConfig();
    if (!databaseUrl && !runningUrl(dataDir))
      throw new StartError(`No server is running on the data folder ${dataDir}. Start one with npm start.`);
    await asOperator(async (operator) => {
      if (!operator.config.demo) throw new StartError('The demo identity provider works in demo mode only.');
      const tenantId = await tenantBySlug(operator, demoSso.tenant);
      const inDemoTenant = <T>(work: (db: Db) => Promise<T>) => inTenant(operator.database.system, tenantId, work);
      const portal = await inDemoTenant((db) => portalAddress(db, operator.portalBase));
      const account = (email: string, name: string) => ({
        subject: email,
        claims: { name, email, email_verified: true },
      });
      const provider = await startIdentityProvider({
        ...demoSso,
        port: Number(given.port),
        redirectUris: [`${portal}/sso`],
        accounts: [account(demoSso.person.username, demoSso.person.name), account(demoSso.stranger, 'A Stranger')],
      });
      try {
        await inDemoTenant((db) => storeDemoSso(db, operator.vault, provider.issuer));
        console.log(
          [
            `${portal} now sends profile IDs at ${demoSso.domain} to ${provider.issuer}:`,
            `  ${demoSso.person.username}  has a profile`,
            `  ${demoSso.stranger}  has no profile and is refused`,
            'Press Ctrl+C to stop.',
          ].join('\n'),
        );
        await Promise.race((['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => once(process, signal)));
      } finally {
        await provider.stop();
        // the database may have stopped earlier; the next run sets the provider's address again
        await inDemoTenant((db) => storeDemoSso(db, operator.vault)).catch(() => undefined);
      }
    });
  },
};
