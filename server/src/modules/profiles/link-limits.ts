// How many links to set a password staff may send: mail goes out under the tenant's name. Counted in the database, from what was sent.
import { accountHash } from '#core/auth/known-ways.ts';
import { countRequest, keysAtLimit, type RequestLimit } from '#core/auth/request-limit.ts';
import { PortalError } from '#core/errors.ts';
import type { Db } from '#db/tenant.ts';

/** As for who asks for a link to their own profile, whose requests count apart: otherwise a stranger's would use up these. */
const perAddress: RequestLimit = { limit: 5, spacing: 60 };
/** Of a tenant; the links of two of the largest selections. */
const perHour: RequestLimit = { limit: 2000, spacing: 0 };

/** By the mailbox: another profile may get its address, and a corrected address has had no link. */
const keyOf = (email: string) => `link:${accountHash(email)}`;

/** Throws tooManyLinksToAddress, with the field of the wish for a link. */
function refuseAddress(): never {
  throw new PortalError('tooManyLinksToAddress', {
    field: 'sendPasswordResetEmail',
    params: { limit: perAddress.limit },
  });
}

/** Judges addresses before anything is sent to any of them; each is counted when its link is. */
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
