import { secretHash } from '#core/auth/secrets.ts';
import { formerPasswords, type Passwords } from '#core/auth/sign-in-profile.ts';
import { withoutPassword } from '#core/auth/sso-policy.ts';
import { insertRows } from '#db/bulk.ts';
import { type Db, rows } from '#db/tenant.ts';

/** Makes it the profile's password, and remembers it among `former`. */
export async function storePassword(
  db: Db,
  { id, password_hash: last }: { id: string; password_hash: string | null },
  { hash, former }: { hash: string; former: readonly string[] },
): Promise<void> {
  await rows(
    db,
    `update profile set password_hash = $3, password_temporary = false, password_version = password_version + 1,
       version = version + 1, updated_at = now() where tenant_id = $1 and id = $2`,
    [db.tenantId, id, hash],
  );
  // one that an administrator has set is not among the former ones yet
  await insertRows(
    db,
    'former_password (tenant_id, profile_id, password_hash)',
    [...(last && !former.includes(last) ? [last] : []), hash].map((one) => [id, one]),
  );
}

export type TokenOwner = Passwords & {
  profile_id: string;
  email: string | null;
  username: string;
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
const use = `
  update password_token t set used_at = now() from profile p
  where t.tenant_id = $1 and t.token_hash = $2 and p.tenant_id = $1 and p.id = t.profile_id and ${good}
  returning t.used_at`;

/** The owner of a token that is good; it is not used up. */
export async function ownerOfToken(db: Db, token: string): Promise<TokenOwner | undefined> {
  return (await rows<TokenOwner>(db, findToken, [db.tenantId, secretHash(token)]))[0];
}

/** Uses a token up; false when it is not good. */
export async function useToken(db: Db, token: string): Promise<boolean> {
  return (await rows(db, use, [db.tenantId, secretHash(token)])).length > 0;
}

/** Counts one request, in one statement, unless the key has had `limit` in this hour or one within `spacing` seconds. */
const count = `
  insert into reset_request as r (tenant_id, key, n) values ($1, $2, 1)
  on conflict (tenant_id, key) do update set
    n = case when r.since < now() - interval '1 hour' then 1 else r.n + 1 end,
    since = case when r.since < now() - interval '1 hour' then now() else r.since end,
    last_at = now()
  where (r.since < now() - interval '1 hour' or r.n < $3) and r.last_at <= now() - make_interval(secs => $4)
  returning n`;

export type RequestLimit = { limit: number; spacing: number };

/** Whether this request is within the limit of its key; counted only then. */
export async function countRequest(db: Db, key: string, { limit, spacing }: RequestLimit): Promise<boolean> {
  return (await rows(db, count, [db.tenantId, key, limit, spacing])).length > 0;
}

/** Queues the job `password-reset` for whom `sealedName` names. */
export const queueReset = (db: Db, sealedName: Buffer) =>
  rows(db, 'select queue_password_reset($1)', [sealedName.toString('base64')]);

/** Did this profile get a link just now? Then the job runs again after it had done its work. */
export async function gotLinkJustNow(db: Db, profileId: string): Promise<boolean> {
  const found = await rows(
    db,
    `select from password_token where tenant_id = $1 and profile_id = $2 and purpose = 'reset'
     and created_at > now() - interval '30 seconds'`,
    [db.tenantId, profileId],
  );
  return found.length > 0;
}
