import { type Db, rows } from '#db/tenant.ts';
import { newSecret, secretHash } from './secrets.ts';

/** How long a token to set a password is good, in minutes (docs/decisions). */
export const tokenMinutes = { reset: 60, first: 7 * 24 * 60, temporary: 10 } as const;
export type TokenPurpose = keyof typeof tokenMinutes;

const issue = `
  insert into password_token as t
    (tenant_id, profile_id, purpose, token_hash, password_version, email_fold, expires_at)
  select $1, p.id, $3, $4, p.password_version, p.email_fold, now() + make_interval(mins => $5)
  from profile p where p.tenant_id = $1 and p.id = $2
  on conflict (tenant_id, profile_id, purpose) do update set
    token_hash = excluded.token_hash, password_version = excluded.password_version, email_fold = excluded.email_fold,
    created_at = now(), expires_at = excluded.expires_at, used_at = null`;

/**
 * A token to set the profile's password, shown once. It dies on use, with the next of its purpose, when the password or
 * the e-mail address changes, when the profile is disabled, and after `tokenMinutes`.
 */
export async function issuePasswordToken(db: Db, profileId: string, purpose: TokenPurpose): Promise<string> {
  const token = newSecret();
  await rows(db, issue, [db.tenantId, profileId, purpose, secretHash(token), tokenMinutes[purpose]]);
  return token;
}
