// The links of the demo's simulated recipients, in place of their mailboxes.
import { createHash } from 'node:crypto';
import type { Vault } from '#core/auth/secrets.ts';
import type { Db } from '#db/tenant.ts';
import { openLink } from '#modules/invitations/link.ts';

/** A recipient: the link's token, and the cookies of their browser. */
export type Guest = { token: string; cookies: Map<string, string> };

/** Recipients of the seed who use their keys while the simulation runs. */
const guestNames = ['omar.haddad', 'sam.okafor', 'elena.rossi', 'ivo.brandt', 'jan.novak', 'tom.baker'];
export const addressOf = (name: string): string => `${name}@example.com`;

/** The bond of a browser that accepted before the demo began; each start of the simulation derives the same one. */
export const formerBond = (token: string): string => createHash('sha256').update(`demo browser ${token}`).digest('hex');
/** The cookie of that bond (decision 0070), over HTTP. */
const bondCookie = (inviteId: string): string => `keyward-invitation-${inviteId.replaceAll('-', '')}`;

export async function guestsOf(db: Db, vault: Vault): Promise<Guest[]> {
  const invites = await db
    .selectFrom('secure_key_invite')
    .select(['id', 'token'])
    .where('email', 'in', guestNames.map(addressOf))
    .where('token', 'is not', null)
    .orderBy('created_at')
    .execute();
  return invites.map((invite) => {
    const token = openLink(db, vault, invite);
    return { token, cookies: new Map([[bondCookie(invite.id), formerBond(token)]]) };
  });
}
