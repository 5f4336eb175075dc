import { insertRows } from '#db/bulk.ts';
import { queueMail } from '#core/mail/mail.ts';
import { hashPassword, isAmong } from '#core/auth/password.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { type Db, rows } from '#db/tenant.ts';
import type { SignInProfile } from './queries.ts';

/** Hashes of the passwords that a person has had, and of the present one. */
export type Former = { former: readonly string[]; password_hash: string | null };

/** The hash of a new password; undefined when the person has had it before. Slow: never inside a transaction. */
export async function hashNew(password: string, { former, password_hash }: Former): Promise<string | undefined> {
  const before = [...new Set([...former, ...(password_hash ? [password_hash] : [])])];
  return (await isAmong(before, password)) ? undefined : hashPassword(password, former);
}

/** Stores the password that its owner chose, and tells them by mail. The profile is locked. */
export async function writePassword(
  db: Db,
  vault: Vault,
  profile: SignInProfile,
  { hash, former }: { hash: string; former: readonly string[] },
): Promise<void> {
  await rows(
    db,
    `update profile set password_hash = $3, password_temporary = false, password_version = password_version + 1,
       version = version + 1, updated_at = now() where tenant_id = $1 and id = $2`,
    [db.tenantId, profile.id, hash],
  );
  // one that an administrator has set is not among the former ones yet
  const { password_hash: last } = profile;
  await insertRows(
    db,
    'former_password (tenant_id, profile_id, password_hash)',
    [...(last && !former.includes(last) ? [last] : []), hash].map((one) => [profile.id, one]),
  );
  if (!profile.email) return;
  const to = { id: profile.id, email: profile.email };
  await queueMail(db, vault, { kind: 'passwordChanged', to, usefulMinutes: 3 * 24 * 60 });
}
