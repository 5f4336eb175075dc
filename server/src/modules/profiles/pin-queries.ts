import { sql } from 'kysely';
import { profileLocations } from '#core/auth/sign-in-profile.ts';
import { any } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/** Number of acts that the ledger of a profile shows. */
const ledgerSize = 20;

/** The stored PIN of a profile. `by_creator`: it was issued with the profile, which this actor has just added. */
export const findPin = (db: Db, profileId: string, actorId: string) =>
  db
    .selectFrom('pin')
    .select((eb) => [
      'profile_id',
      'sealed',
      eb
        .and([
          eb('with_profile', '=', true),
          eb('set_by', '=', actorId),
          eb('set_at', '>', sql<string>`now() - interval '15 minutes'`),
        ])
        .as('by_creator'),
    ])
    .where('profile_id', '=', profileId)
    .executeTakeFirst();

/** Whether the PIN was issued or reset after the transaction that began at `at`, an instant with millisecond precision. */
export async function isPinNewer(db: Db, profileId: string, at: string): Promise<boolean> {
  const newer = await db
    .selectFrom('pin')
    .select('length')
    .where('profile_id', '=', profileId)
    .where('set_at', '>=', sql<string>`${at}::timestamptz + interval '1 millisecond'`)
    .executeTakeFirst();
  return newer !== undefined;
}

/** Adds events to the ledgers of profiles: the pairs of `eventIds` and `profileIds`. */
export async function insertPinEvents(
  db: Db,
  eventIds: readonly string[],
  profileIds: readonly string[],
): Promise<void> {
  await db
    .insertInto('pin_event')
    .columns(['profile_id', 'event_id'])
    .expression((eb) =>
      eb
        .selectFrom(
          sql<{ id: string; event: string }>`unnest(${profileIds}::uuid[], ${eventIds}::uuid[])`.as<'o'>(
            sql`o(id, event)`,
          ),
        )
        .select(['o.id', 'o.event']),
    )
    .execute();
}

/** The bodies of the last events in the ledger of a profile, newest first. */
export async function findPinEvents(db: Db, profileId: string): Promise<string[]> {
  const events = await db
    .selectFrom('pin_event as l')
    .innerJoin('event as e', 'e.id', 'l.event_id')
    .select('e.body')
    .where('l.profile_id', '=', profileId)
    .orderBy('l.shown_at', 'desc')
    .orderBy('l.event_id', 'desc')
    .limit(ledgerSize)
    .execute();
  return events.map((row) => row.body);
}

/** Ids of the roles and locations of these profiles, and whether they are in-product administrators. */
export const findRightsOf = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('profile as p')
    .select((eb) => [
      'p.id',
      'p.is_keyward_admin',
      sql<string[]>`array${eb
        .selectFrom('profile_role as h')
        .select('h.role_id')
        .whereRef('h.profile_id', '=', 'p.id')}`.as('roles'),
      profileLocations(eb.ref('p.id')).as('locations'),
    ])
    .where('p.id', '=', any(ids))
    .execute();

/** Rows of an export: `sealed` is the PIN at the time of its event, and null if the PIN was reset since. */
export const findExportRows = (db: Db, ids: readonly string[], eventId: string) =>
  db
    .selectFrom('profile as p')
    .leftJoin('pin_event as l', (join) => join.onRef('l.profile_id', '=', 'p.id').on('l.event_id', '=', eventId))
    .leftJoin('pin as i', (join) => join.onRef('i.profile_id', '=', 'p.id').onRef('i.set_at', '<=', 'l.shown_at'))
    .select(['p.id', 'p.name', 'p.username', 'p.email', 'i.sealed'])
    .where('p.id', '=', any(ids))
    .execute();
