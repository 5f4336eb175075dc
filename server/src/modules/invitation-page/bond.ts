import type { InvitationPage } from '@keyward/contract/invitation-page';
import { clock } from '#core/clock.ts';
import { addressGroup } from '#core/http/address-group.ts';
import type { Exchange } from '#core/http/exchange.ts';
import { type Refusal, refuse } from '#core/http/reply.ts';
import { countRequest, secondsToNextHour } from '#core/auth/request-limit.ts';
import { looksLikeSecret, newSecret, secretHash } from '#core/auth/secrets.ts';
import type { Db } from '#db/tenant.ts';
import {
  bind,
  inviteOfBrowser,
  inviteOfToken,
  lockInviteOfBrowser,
  type StoredInvite,
  type StoredKey,
} from './queries.ts';

/**
 * One cookie for each invitation: a shared one would be overwritten when two are accepted concurrently, and could not end with
 * its invitation.
 */
const cookieStart = 'invitation-';
const cookieOf = (inviteId: string) => cookieStart + inviteId.replaceAll('-', '');

/**
 * Maximum number of invitation cookies in a browser, which sends all of them with every call: more than about 130 would exceed
 * the server's limit on request headers, and proxies often allow half of that.
 */
const mostBonds = 50;

/** A cookie lasts two days longer than the last key, so that the page can say that it ended. */
const graceSeconds = 2 * 24 * 60 * 60;

/** The secret that the browser presents for an invitation; without the cookie a random one, so that the same query runs. */
function presentedBond(http: Exchange, inviteId: string): string {
  const sent = http.readCookie(cookieOf(inviteId)) ?? '';
  return looksLikeSecret(sent) ? sent : newSecret();
}

export function bondOf(http: Exchange, { id, browser_hash: hash }: StoredInvite): InvitationPage['bond'] {
  if (!hash) return 'none';
  return secretHash(presentedBond(http, id)).equals(hash) ? 'here' : 'elsewhere';
}

/** Binds a locked invitation to the calling browser. */
export async function bindHere(
  db: Db,
  http: Exchange,
  invite: StoredInvite,
  keys: readonly StoredKey[],
): Promise<void> {
  const bond = newSecret();
  await bind(db, invite.id, bond);
  const end = Math.max(...keys.map((key) => Date.parse(key.expires_at)));
  const seconds = Math.ceil((end - clock.now().getTime()) / 1000);
  const own = cookieOf(invite.id);
  http.setCookie(own, bond, Math.max(0, seconds) + graceSeconds);
  // ids of invitations ascend with time: the oldest cookies are deleted
  const others = http.cookieNames(cookieStart).filter((name) => name !== own);
  for (const name of others.toSorted().slice(0, -(mostBonds - 1))) http.setCookie(name, '', 0);
}

/** The invitation of the link's token or the browser's bond; undefined for any other caller. */
export async function findInvite(
  db: Db,
  http: Exchange,
  { token, invitation }: { token?: string | undefined; invitation?: string | undefined },
): Promise<StoredInvite | undefined> {
  if (invitation !== undefined) return inviteOfBrowser(db, invitation, presentedBond(http, invitation));
  return inviteOfToken(db, token ?? '');
}

/** Locks the invitation of the browser's bond. */
export const lockBound = (db: Db, http: Exchange, invitation: string) =>
  lockInviteOfBrowser(db, invitation, presentedBond(http, invitation));

/** Limit of wrong links from one address in an hour. A right link is answered, whatever others at the address send. */
const wrongLinks = { limit: 200, spacing: 0 };

/** Refuses a link or a bond that is unknown, replaced or of another tenant, in the same way for each. */
export async function refuseLink(db: Db, http: Exchange): Promise<Refusal> {
  const key = `invitation:${addressGroup(http.address)}`;
  if (await countRequest(db, key, wrongLinks)) return refuse('linkNotValid');
  return refuse('tooManyAttempts', { params: { seconds: await secondsToNextHour(db, key) } });
}
