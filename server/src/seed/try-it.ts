// The invitation that each start of the demo leaves for a person without an account to try.
import { sql } from 'kysely';
import { type Actor, findActingProfile } from '#core/auth/session.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { setOrigin } from '#core/events/origin.ts';
import type { Database } from '#db/connect.ts';
import { any, now } from '#db/fragments.ts';
import { type Db, inTenant } from '#db/tenant.ts';
import { linkAddress, openLink } from '#modules/invitations/link.ts';
import { createInvite } from '#modules/invitations/service.ts';
import { createKey } from '#modules/onepass/service.ts';
import { tenantIdOf } from './tenant.ts';

const email = 'try.it@example.com';
const notes = 'Type the code at the keypad of the lock, which is at /demo/keypad.';
const week = 7 * 24 * 60;
const uses = 20;
/** The demo account that sends the invitation, and sees its use. */
const sender = 'manager';

/**
 * The address of an invitation that waits to be accepted and opens a simulated lock. That of an earlier start is reused while it
 * does; otherwise the demo's manager sends a new one. Undefined if the manager or the locks were removed.
 */
export const invitationToTry = (
  { system }: Pick<Database, 'system'>,
  vault: Vault,
  portalBase: string,
): Promise<string | undefined> =>
  inTenant(system, tenantIdOf('demo'), async (db) => {
    setOrigin(db, { system: 'portal' });
    const invite = (await waiting(db)) ?? (await send(db, vault));
    return invite && linkAddress(db, portalBase, openLink(db, vault, invite));
  });

const waiting = (db: Db) =>
  db
    .selectFrom('secure_key_invite as i')
    .innerJoin('secure_key as k', 'k.invite_id', 'i.id')
    .select(['i.id', 'i.token'])
    .where('i.email', '=', email)
    .where('i.status', '=', 'NEW')
    .where('i.accepted_at', 'is', null)
    .where('k.expires_at', '>', now)
    .orderBy('i.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

async function send(db: Db, vault: Vault): ReturnType<typeof waiting> {
  const profile = await db.selectFrom('profile').select('id').where('username', '=', sender).executeTakeFirst();
  const actor = profile && (await findActingProfile(db, profile.id));
  const lock = actor && (await findLock(db, actor));
  if (!lock) return undefined;
  const key = await createKey(db, actor, vault, { serial: lock.serial_number, duration: week, count: uses });
  await createInvite(db, actor, vault, { email, secure_key_ids: [key.id], notes, locale: 'en' });
  return waiting(db);
}

/** A lock at the sender's location, of the first OKM there, which is never off line for long: see habits.ts. */
const findLock = (db: Db, { locations }: Actor) =>
  db
    .selectFrom('device as d')
    .innerJoin('device_type as t', 't.id', 'd.device_type_id')
    .innerJoin('device as c', 'c.id', 'd.controller_id')
    .select('d.serial_number')
    .where('t.secure_key_compatible', '=', true)
    .where('d.location_value_id', '=', any(locations))
    // the simulation leaves out devices that have never reported
    .orderBy(sql`d.state_updated_at is null`)
    .orderBy('c.serial_number')
    .orderBy('d.serial_number')
    .limit(1)
    .executeTakeFirst();
