// The links of the demo's simulated recipients, in place of their mailboxes.
import { createHash } from 'node:crypto';
import type { Vault } from '#core/auth/secrets.ts';
import { now } from '#db/fragments.ts';
import type { Database } from '#db/connect.ts';
import { type Db, inTenant } from '#db/tenant.ts';
import { linkAddress, openLink } from '#modules/invitations/link.ts';
import { tenantIdOf } from './tenant.ts';

/** A recipient: the link's token, and what their browser keeps. */
export type Guest = { token: string; cookies: Map<string, string> };

/** Recipients of the seed who use their keys while the simulation runs. */
export const guestNames = ['omar.haddad', 'sam.okafor', 'elena.rossi', 'ivo.brandt', 'jan.novak', 'tom.baker'];
/** The recipient who is not simulated: a person may try. */
export const triedByPerson = 'try.it';
export const addressOf = (name: string): string => `${name}@example.com`;

/** The bond of a browser that had accepted before the demo began; each start of the simulation finds it again. */
export const formerBond = (token: string): string => createHash('sha256').update(`demo browser ${token}`).digest('hex');
/** The cookie of that bond (decision 0070), over HTTP. */
const bondCookie = (inviteId: string): string => `keyward-invitation-${inviteId.replaceAll('-', '')}`;

const invitesOf = (db: Db, names: readonly string[]) =>
  db
    .selectFrom('secure_key_invite')
    .select(['id', 'token', 'accepted_at'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('secure_key as k')
            .select('k.id')
            .whereRef('k.invite_id', '=', 'secure_key_invite.id')
            .where('k.expires_at', '>', now),
        )
        .as('usable'),
    )
    .where('email', 'in', names.map(addressOf))
    .where('token', 'is not', null)
    .orderBy('created_at')
    .execute();

export async function guestsOf(db: Db, vault: Vault): Promise<Guest[]> {
  return (await invitesOf(db, guestNames)).map((invite) => {
    const token = openLink(db, vault, invite);
    return { token, cookies: new Map([[bondCookie(invite.id), formerBond(token)]]) };
  });
}

/** The address of an invitation that is left for a person to try, while it is not accepted and opens something. */
export async function invitationToTry(
  { system }: Pick<Database, 'system'>,
  vault: Vault,
  portalBase: string,
): Promise<string | undefined> {
  return inTenant(system, tenantIdOf('demo'), async (db) => {
    const invite = (await invitesOf(db, [triedByPerson])).findLast((one) => one.accepted_at === null && one.usable);
    return invite && linkAddress(db, portalBase, openLink(db, vault, invite));
  });
}
