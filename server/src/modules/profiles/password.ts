import { fold } from '@keyward/contract/characters';
import { PortalError } from '#core/errors.ts';
import { queueMail } from '#core/mail/mail.ts';
import { hashingCall } from '#core/auth/hashing.ts';
import { hashPassword, matchesAny } from '#core/auth/password.ts';
import { issuePasswordToken, tokenMinutes } from '#core/auth/password-token.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { hasNoPassword } from '#core/auth/sso-policy.ts';
import type { Db } from '#db/tenant.ts';
import { countLinks, countLinkTo } from './link-limits.ts';
import { type ActingState, insertFormerPasswords, type StoredProfile } from './queries.ts';

type PasswordRequest = { password?: string | undefined; sendPasswordResetEmail?: boolean | undefined };

/** Refuses passwords and links for profiles that use single sign-on. Throws noPasswordHere. */
export async function assertUsesPassword(db: Db, username: string, request: PasswordRequest): Promise<void> {
  const field =
    request.password !== undefined ? 'password' : request.sendPasswordResetEmail ? 'sendPasswordResetEmail' : undefined;
  if (field && (await hasNoPassword(db, username))) throw new PortalError('noPasswordHere', { field });
}

/**
 * Hashes a temporary password. Slow: never inside a transaction. Throws passwordsBusy, passwordUsedBefore.
 * @param owner whose earlier passwords are excluded; absent for a new profile.
 */
export async function hashTemporary(
  password: string | undefined,
  owner?: Pick<StoredProfile, 'former' | 'password_hash'>,
): Promise<string | undefined> {
  if (password === undefined) return undefined;
  const former = owner?.former ?? [];
  const previous = [...new Set([...former, ...(owner?.password_hash ? [owner.password_hash] : [])])];
  return hashingCall(async () => {
    if (await matchesAny(previous, password)) throw new PortalError('passwordUsedBefore', { field: 'password' });
    return hashPassword(password, former);
  });
}

/** The columns of a password that its owner has to replace. */
export const temporaryPassword = (hash: string | undefined) =>
  hash === undefined ? {} : ({ password_hash: hash, password_temporary: true } as const);

/** Stores the new password's hash and the previous one, so that neither can be reused. */
export async function rememberPassword(
  db: Db,
  profile: { id: string } & Partial<StoredProfile>,
  hash: string,
): Promise<void> {
  const { password_hash: last, former = [] } = profile;
  await insertFormerPasswords(db, profile.id, [...(last && !former.includes(last) ? [last] : []), hash]);
}

/**
 * Mails that a password was changed by another profile, also to the address that the same change replaced: otherwise only a
 * profile that takes this one over would get the mail.
 */
export async function mailPasswordChanged(
  db: Db,
  vault: Vault,
  id: string,
  { former, email }: { former: string | null; email: string | null },
): Promise<void> {
  // an address in another case is the same mailbox
  const addresses = new Map([former, email].flatMap((one) => (one === null ? [] : [[fold(one), one] as const])));
  for (const address of addresses.values()) {
    // oxlint-disable-next-line no-await-in-loop -- one connection, and one transaction for all
    await queueMail(db, vault, { kind: 'passwordChanged', to: { id, email: address }, validMinutes: 3 * 24 * 60 });
  }
}

/**
 * The kind of link with which the owner of a profile sets a password: for a profile whose validity has not begun, a welcome link,
 * which works from then on. Throws linkWouldNotWork.
 */
export function purposeOfLink({ active, disabled, ended }: ActingState, field?: string): 'first' | 'reset' {
  if (disabled || ended) throw new PortalError('linkWouldNotWork', field === undefined ? {} : { field });
  return active ? 'reset' : 'first';
}

type Purpose = 'first' | 'reset';
type Addressed = { id: string; email: string | null };
type Link = { profile: Addressed; purpose: Purpose };

/**
 * Mails each profile a link to set a password: a welcome link or a reset link. Call it late in the transaction (`countLinks`).
 * Throws emailRequired, tooManyLinksToAddress, tooManyLinks.
 */
export async function sendPasswordLinks(db: Db, vault: Vault, links: readonly Link[]): Promise<void> {
  for (const { profile, purpose } of links) {
    const { id, email } = profile;
    if (!email) throw new PortalError('emailRequired', { field: 'email' });
    // oxlint-disable-next-line no-await-in-loop -- one connection, and one transaction for all
    await countLinkTo(db, email);
    // oxlint-disable-next-line no-await-in-loop -- the same
    await queueMail(db, vault, {
      kind: purpose === 'first' ? 'firstPassword' : 'resetPassword',
      to: { id, email },
      // oxlint-disable-next-line no-await-in-loop -- the same
      secret: await issuePasswordToken(db, id, purpose, vault),
      validMinutes: tokenMinutes[purpose],
    });
  }
  await countLinks(db, links.length);
}

/** The same for one profile. */
export const sendPasswordLink = (db: Db, vault: Vault, profile: Addressed, purpose: Purpose): Promise<void> =>
  sendPasswordLinks(db, vault, [{ profile, purpose }]);
