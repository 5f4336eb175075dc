// Limits of links to set a password that staff send, because mail goes out under the tenant's name. Counted in the database.
import { accountHash } from '#core/auth/known-ways.ts';
import { countRequest, keysAtLimit, type RequestLimit } from '#core/auth/request-limit.ts';
import { PortalError } from '#core/errors.ts';
import type { Db } from '#db/tenant.ts';

/**
 * The limit that also applies to people who request a link for themselves. Those count separately, or they would use this one up.
 */
const perAddress: RequestLimit = { limit: 5, spacing: 60 };
/** Limit for a tenant: the links of two of the largest selections. */
const perHour: RequestLimit = { limit: 2000, spacing: 0 };

/** Counts by mailbox: another profile may get its address, and a corrected address has had no link. */
const keyOf = (email: string) => `link:${accountHash(email)}`;

/** Throws tooManyLinksToAddress, for the field that requests a link. */
function refuseAddress(): never {
  throw new PortalError('tooManyLinksToAddress', {
    field: 'sendPasswordResetEmail',
    params: { limit: perAddress.limit },
  });
}

/** Judges addresses before any mail is sent to one; an address is counted when its link is sent. */
export async function judgeAddresses(db: Db, emails: readonly string[]): Promise<(email: string) => void> {
  const full = await keysAtLimit(db, emails.map(keyOf), perAddress);
  return (email) => {
    if (full.has(keyOf(email))) refuseAddress();
  };
}

/** Counts a link to the address. Throws tooManyLinksToAddress. */
export async function countLinkTo(db: Db, email: string): Promise<void> {
  if (!(await countRequest(db, keyOf(email), perAddress))) refuseAddress();
}

/**
 * Counts `n` links of the tenant. Call it late in the transaction, because the tenant's other links wait for its end. Throws
 * tooManyLinks.
 */
export async function countLinks(db: Db, n: number): Promise<void> {
  if (await countRequest(db, 'passwordLinks', perHour, n)) return;
  throw new PortalError('tooManyLinks', { params: { limit: perHour.limit } });
}
