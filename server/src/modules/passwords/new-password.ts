import { queueMail } from '#core/mail/mail.ts';
import { hashPassword, matchesAny } from '#core/auth/password.ts';
import type { Vault } from '#core/auth/secrets.ts';
import type { Passwords, SignInProfile } from '#core/auth/sign-in-profile.ts';
import type { Db } from '#db/tenant.ts';
import { storePassword } from './queries.ts';

/** The hash of a new password; undefined if the profile has used it before. Slow: never inside a transaction. */
export async function hashNewPassword(
  password: string,
  { former, password_hash }: Passwords,
): Promise<string | undefined> {
  const previous = [...new Set([...former, ...(password_hash ? [password_hash] : [])])];
  return (await matchesAny(previous, password)) ? undefined : hashPassword(password, former);
}

/** Stores a password chosen by its owner, and notifies them by mail. The profile is locked. */
export async function writePassword(
  db: Db,
  vault: Vault,
  profile: SignInProfile,
  password: { hash: string; former: readonly string[] },
): Promise<void> {
  await storePassword(db, profile, password);
  if (!profile.email) return;
  const to = { id: profile.id, email: profile.email };
  await queueMail(db, vault, { kind: 'passwordChanged', to, validMinutes: 3 * 24 * 60 });
}
