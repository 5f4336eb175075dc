import fs from 'node:fs';
import { portalAddress } from '#core/portal-address.ts';
import { type Db, inTenant } from '#db/tenant.ts';
import { StartError } from '#db/start-error.ts';
import { probeProvider, SsoError } from '#modules/auth/oidc.ts';
import { removeProvider, storeProvider } from '#modules/auth/sso-provider.ts';
import { asOperator, needed, options, tenantBySlug } from './command.ts';

function readSecret(file: string): string {
  try {
    return needed('secret-file', fs.readFileSync(file, 'utf8'));
  } catch (cause) {
    throw cause instanceof StartError ? cause : new StartError(`The file ${file} cannot be read.`, { cause });
  }
}

/** `tenant sso`: asks the provider for its description before anything is stored. */
export async function configureSso(args: string[]): Promise<void> {
  const given = options('tenant', args, {
    tenant: { type: 'string' },
    issuer: { type: 'string' },
    'client-id': { type: 'string' },
    'secret-file': { type: 'string' },
    claim: { type: 'string', default: 'preferred_username' },
    domain: { type: 'string', multiple: true, default: [] },
    'password-for': { type: 'string', multiple: true, default: [] },
    off: { type: 'boolean', default: false },
  });
  const slug = needed('tenant', given.tenant);
  await asOperator(async (operator) => {
    const tenantId = await tenantBySlug(operator, slug);
    const within = <T>(work: (db: Db) => Promise<T>) => inTenant(operator.database.system, tenantId, work);
    if (given.off) {
      await within(removeProvider);
      return console.log(`Everybody of ${slug} signs in with a password.`);
    }
    const issuer = needed('issuer', given.issuer);
    if (!/^https?:\/\//.test(issuer) || !URL.canParse(issuer))
      throw new StartError('--issuer takes an address such as https://login.example.com.');
    const redirectUri = `${await within((db) => portalAddress(db, operator.portalBase))}/sso`;
    const settings = {
      issuer,
      clientId: needed('client-id', given['client-id']),
      clientSecret: readSecret(needed('secret-file', given['secret-file'])),
      redirectUri,
    };
    await probeProvider(settings).catch((error: unknown) => {
      const cause = error instanceof SsoError ? error.cause : error;
      const said = cause instanceof Error ? cause.message : String(cause);
      throw new StartError(
        `${issuer} does not describe itself as an identity provider of that name (${said}). Nothing was changed.`,
        { cause },
      );
    });
    const choice = { claim: given.claim, domains: given.domain, passwordNames: given['password-for'] };
    await within((db) => storeProvider(db, operator.vault, settings, choice));
    const who = given.domain.length > 0 ? `Profile IDs at ${given.domain.join(', ')}` : 'Everybody';
    console.log(`${who} of ${slug} signs in through ${issuer}.\nRegister this redirect address there: ${redirectUri}`);
  });
}
