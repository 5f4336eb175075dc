import type { MobileApps, StoreLinks } from '@keyward/contract/apps';
import { PortalError } from '#core/errors.ts';
import { writeEvents } from '#core/events/events.ts';
import { looksLikeSecret, secretHash, type Vault } from '#core/auth/secrets.ts';
import { endSessionsOf } from '#core/auth/session.ts';
import { withoutPassword } from '#core/auth/sso-policy.ts';
import { type Db, rows } from '#db/tenant.ts';
import { formerPasswords, lockProfile } from './queries.ts';
import { hashNew, writePassword } from './new-password.ts';
import type { Step } from './service.ts';

type TokenOwner = {
  profile_id: string;
  email: string | null;
  username: string;
  password_hash: string | null;
  former: string[];
  apps: string[];
};

/**
 * A token that is good: not used or ended, in time, of an enabled person who signs in with a password. What ends it for
 * good (trigger `end_links`) is judged here once more.
 */
const good = `t.used_at is null and t.expires_at > now() and t.password_version = p.password_version
  and (t.purpose = 'temporary' or t.email_fold is not distinct from p.email_fold) and not p.disabled
  and not ${withoutPassword('p.username_fold')}`;
const findToken = `
  select t.profile_id, p.email, p.username, p.password_hash,
    ${formerPasswords} as former,
    array(select distinct rp.permission from profile_role pr
      join role_permission rp on rp.tenant_id = $1 and rp.role_id = pr.role_id
      where pr.tenant_id = $1 and pr.profile_id = p.id and rp.permission in ('MOBILE-USER', 'OKM-USER')) as apps
  from password_token t
  join profile p on p.tenant_id = $1 and p.id = t.profile_id
  join tenant n on n.id = $1 and n.suspended_at is null
  where t.tenant_id = $1 and t.token_hash = $2 and ${good}`;
/** Of any number of uses at once, one gets the row. */
const consume = `
  update password_token t set used_at = now() from profile p
  where t.tenant_id = $1 and t.token_hash = $2 and p.tenant_id = $1 and p.id = t.profile_id and ${good}
  returning t.used_at`;

async function ownerOf(db: Db, token: string): Promise<TokenOwner | undefined> {
  if (!looksLikeSecret(token)) return undefined;
  return (await rows<TokenOwner>(db, findToken, [db.tenantId, secretHash(token)]))[0];
}

/** Whose password the token sets; it is not used up. */
export async function describeToken(db: Db, token: string) {
  const owner = await ownerOf(db, token);
  return { email: owner?.email ?? null, username: owner?.username ?? null, isValid: owner !== undefined };
}

const appsOf = (permissions: readonly string[], { onekey, mkey }: StoreLinks): MobileApps => ({
  ...(permissions.includes('OKM-USER') ? { onekey } : {}),
  ...(permissions.includes('MOBILE-USER') ? { mkey } : {}),
});

/**
 * Sets the password of the token's owner, ends all their sessions, and tells them by mail. Nobody is signed in by it.
 * Errors: linkNotValid, passwordUsedBefore (the token stays good).
 */
export async function setPassword(
  step: Step,
  { vault, links }: { vault: Vault; links: StoreLinks },
  input: { token: string; password: string },
) {
  const owner = await step((db) => ownerOf(db, input.token));
  if (!owner) throw new PortalError('linkNotValid');
  const hash = await hashNew(input.password, owner);
  if (hash === undefined) throw new PortalError('passwordUsedBefore', { field: 'password' });
  await step((db) => replacePassword(db, vault, { token: input.token, hash, owner }));
  const mobileApps = appsOf(owner.apps, links);
  return { data: Object.keys(mobileApps).length > 0 ? { mobileApps } : {} };
}

async function replacePassword(
  db: Db,
  vault: Vault,
  { token, hash, owner }: { token: string; hash: string; owner: TokenOwner },
): Promise<void> {
  // first the profile, as everything that issues or ends its links does
  const profile = await lockProfile(db, owner.profile_id);
  const used = await rows(db, consume, [db.tenantId, secretHash(token)]);
  if (!profile || used.length === 0) throw new PortalError('linkNotValid');
  await writePassword(db, vault, profile, { hash, former: owner.former });
  const ended = await endSessionsOf(db, profile.id);
  const person = { domain: 'profile', id: profile.id, name: profile.name, email: profile.email } as const;
  const told = { agent: person, entity: person, result: 'success', locations: profile.locations } as const;
  await writeEvents(db, [
    { ...told, event: 'RESET_PASSWORD' },
    ...(ended > 0 ? [{ ...told, event: 'REVOKE_SESSION', raw: { sessions: ended } } as const] : []),
  ]);
}
