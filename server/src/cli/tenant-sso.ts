import fs from 'node:fs';
import { sql } from 'kysely';
import { portalAddress } from '#core/http/portal-address.ts';
import { recordOperator } from '#core/events/record.ts';
import type { Db } from '#db/tenant.ts';
import { StartError } from '#db/start-error.ts';
import { probeProvider, SsoError } from '#core/auth/oidc.ts';
import { storeProvider } from '#modules/sso/provider.ts';
import { removeProvider } from '#modules/sso/queries.ts';
import { asOperator, inTenantBySlug, requireOption, readOptions } from './command.ts';

function readSecret(file: string): string {
  try {
    return requireOption('secret-file', fs.readFileSync(file, 'utf8'));
  } catch (cause) {
    throw cause instanceof StartError ? cause : new StartError(`The file ${file} cannot be read.`, { cause });
  }
}

const domainPattern = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}.-]*[\p{L}\p{M}\p{N}])?$/u;
/** A domain of profile IDs, also with the @ that it has there. @throws StartError for what no profile ID can end in. */
function readDomain(given: string): string {
  const domain = given.trim().replace(/^@/, '');
  if (!domainPattern.test(domain) || domain.includes('..'))
    throw new StartError(
      `--domain takes a domain such as example.com, not "${given}". For several domains, repeat the option.`,
    );
  return domain;
}

/** The attributes of a provider that its event shows. */
const ssoAttributes = ['issuer', 'clientId', 'claim', 'domains', 'localProfiles'] as const;
const providerOf = (db: Db) =>
  db
    .selectFrom('sso_provider')
    .select(['issuer', 'client_id as clientId', 'profile_claim as claim'])
    .select([
      sql<string>`array_to_string(domains, ', ')`.as('domains'),
      sql<string>`array_to_string(password_names, ', ')`.as('localProfiles'),
    ])
    .executeTakeFirst();

/** `tenant sso`: fetches the provider's metadata before anything is stored. */
export async function configureSso(args: string[]): Promise<void> {
  const given = readOptions('tenant', args, {
    tenant: { type: 'string' },
    issuer: { type: 'string' },
    'client-id': { type: 'string' },
    'secret-file': { type: 'string' },
    claim: { type: 'string', default: 'preferred_username' },
    domain: { type: 'string', multiple: true, default: [] },
    'password-for': { type: 'string', multiple: true, default: [] },
    off: { type: 'boolean', default: false },
  });
  const slug = requireOption('tenant', given.tenant);
  await asOperator(async (operator) => {
    const inSlugTenant = <T>(work: (db: Db) => Promise<T>) => inTenantBySlug(operator, slug, work);
    const change = (work: (db: Db) => Promise<unknown>) =>
      inTenantBySlug(operator, slug, async (db, entity) => {
        const before = await providerOf(db);
        await work(db);
        const after = await providerOf(db);
        const changes = ssoAttributes
          .map((attribute) => ({
            attribute,
            oldValue: before?.[attribute] ?? null,
            newValue: after?.[attribute] ?? null,
          }))
          .filter(({ oldValue, newValue }) => oldValue !== newValue);
        // a new client secret is a change as well, though it is not shown
        if (before ?? after) await recordOperator(db, { event: 'MODIFY_TENANT', entity, changes });
      });
    if (given.off) {
      await change(removeProvider);
      return console.log(`All profiles of ${slug} sign in with a password.`);
    }
    const issuer = requireOption('issuer', given.issuer);
    if (!/^https?:\/\//.test(issuer) || !URL.canParse(issuer))
      throw new StartError('--issuer takes an address such as https://login.example.com.');
    const domains = given.domain.map(readDomain);
    const redirectUri = `${await inSlugTenant((db) => portalAddress(db, operator.portalBase))}/sso`;
    const settings = {
      issuer,
      clientId: requireOption('client-id', given['client-id']),
      clientSecret: readSecret(requireOption('secret-file', given['secret-file'])),
      redirectUri,
    };
    await probeProvider(settings).catch((error: unknown) => {
      const cause = error instanceof SsoError ? error.cause : error;
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new StartError(
        `${issuer} does not serve the OpenID configuration of that issuer (${message}). Nothing was changed.`,
        { cause },
      );
    });
    const choice = { claim: given.claim, domains, passwordNames: given['password-for'] };
    await change((db) => storeProvider(db, operator.vault, settings, choice));
    const users = domains.length > 0 ? `Profile IDs at ${domains.join(', ')}` : 'Everybody';
    console.log(
      `${users} of ${slug} signs in through ${issuer}.\nRegister this redirect address there: ${redirectUri}`,
    );
  });
}
