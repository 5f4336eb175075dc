import fs from 'node:fs';
import { sql } from 'kysely';
import { portalAddress } from '#core/http/portal-address.ts';
import { change } from '#core/events/change.ts';
import { recordOperator } from '#core/events/record.ts';
import type { Db } from '#db/tenant.ts';
import { StartError } from '#db/start-error.ts';
import { probeProvider, SsoError } from '#core/auth/oidc.ts';
import { storeProvider } from '#modules/sso/provider.ts';
import { removeProvider, type SsoOptions, unbindProfile } from '#modules/sso/queries.ts';
import { endSessionsOf } from '#core/auth/session.ts';
import { asOperator, inTenantBySlug, requireOption, readOptions } from './command.ts';
import { lockProfileOf, readProfile, subject } from './profile.ts';

function readSecret(file: string): string {
  try {
    return requireOption('secret-file', fs.readFileSync(file, 'utf8'));
  } catch (cause) {
    throw cause instanceof StartError ? cause : new StartError(`The file ${file} cannot be read.`, { cause });
  }
}

const domainPattern = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}.-]*[\p{L}\p{M}\p{N}])?$/u;
/** A domain of profile IDs, with or without a leading @. @throws StartError for a domain that no profile ID can end in. */
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

const list = (words: readonly string[]) => new Intl.ListFormat('en').format(words);

/** A sentence naming the profiles that now sign in through the provider. */
function describePolicy(slug: string, issuer: string, { domains, passwordNames }: Omit<SsoOptions, 'claim'>): string {
  const ids = domains.length > 0 ? `Profile IDs of ${slug} at ${list(domains)}` : `All profile IDs of ${slug}`;
  const except = passwordNames.length > 0 ? `, except ${list(passwordNames)},` : '';
  return `${ids}${except} sign in through ${issuer}.`;
}

/** `tenant sso unbind`: the profile's next sign-in through the provider binds the account that it is made with. */
export async function unbindSso(args: string[]): Promise<void> {
  const named = readProfile('tenant', args);
  const { slug, username } = named;
  await asOperator(async (operator) => {
    const accounts = await inTenantBySlug(operator, slug, async (db) => {
      const profile = await lockProfileOf(db, named);
      const unbound = await unbindProfile(db, profile.id);
      if (unbound.length === 0) return unbound;
      // the sessions may be those of the account's owner, a person other than the profile's
      const sessions = await endSessionsOf(db, profile.id);
      const common = { entity: subject(profile), locations: profile.locations };
      await recordOperator(
        db,
        {
          ...common,
          event: 'MODIFY_USER',
          changes: unbound.flatMap((account) => change('ssoAccount', account.subject, null)),
          raw: { accounts: unbound },
        },
        ...(sessions > 0 ? [{ ...common, event: 'REVOKE_SESSION' as const, raw: { sessions } }] : []),
      );
      return unbound;
    });
    console.log(
      accounts.length > 0
        ? `${username} of ${slug} is not bound to ${list(accounts.map((account) => `${account.subject} at ${account.issuer}`))} any more, and open sessions have ended.`
        : `${username} of ${slug} is bound to no account: nothing was changed.`,
    );
  });
}

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
    const configure = (work: (db: Db) => Promise<unknown>) =>
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
        // a new client secret is an event as well, though its value is not shown
        if (before ?? after) await recordOperator(db, { event: 'MODIFY_TENANT', entity, changes });
      });
    if (given.off) {
      await configure(removeProvider);
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
    await configure((db) => storeProvider(db, operator.vault, settings, choice));
    console.log(`${describePolicy(slug, issuer, choice)}\nRegister this redirect address there: ${redirectUri}`);
  });
}
