import { type Expression, sql } from 'kysely';
import { reminderMinutes } from '@keyward/contract/custody';
import { profileVisibleTo } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import { chosenZone } from '#core/locations/zones.ts';
import { now } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

const recently = sql<string>`now() - make_interval(mins => ${reminderMinutes}::integer)`;
/** Whether a reminder sent at that time is too recent for another one. */
export const isRecent = (sentAt: Expression<string | null>) => sql<boolean>`(${sentAt} > ${recently})`;

/** A device with its custody, if it is out, and the holder, if visible to the actor. `zone` is for locations without one. */
export const findHeld = (db: Db, actor: Pick<Actor, 'allData' | 'locations'>, id: string, zone: string) =>
  db
    .selectFrom('device as d')
    .leftJoin('key_custody as c', 'c.device_id', 'd.id')
    .leftJoin('location_hours as h', 'h.value_id', 'd.location_value_id')
    .leftJoin('tag_value as l', 'l.id', 'd.location_value_id')
    .leftJoin('profile as p', (join) =>
      join.onRef('p.id', '=', 'c.profile_id').on((on) => profileVisibleTo(actor, on.ref('p.id'))),
    )
    .where('d.id', '=', id)
    .select(['d.name', 'd.location_value_id as locationId', 'l.name as locationName', 'c.checked_out_at as since'])
    .select(['p.id as holderId', 'p.name as holderName', 'p.email'])
    .select((eb) => {
      const ofLocation = eb.fn.coalesce('h.time_zone', eb.val(zone));
      return [
        eb.fn.coalesce(chosenZone(eb.ref('p.id')), ofLocation).as('zone'),
        eb
          .fn<string | null>('key_due', ['c.checked_out_at', eb.fn.coalesce('d.curfew', 'h.curfew'), ofLocation])
          .as('due'),
      ];
    })
    .executeTakeFirst();

type Reminder = { deviceId: string; profileId: string; since: string; by: string };
/**
 * Stores a reminder as the last one about the key; false if there was one a few minutes ago. One of concurrent ones is stored.
 */
export async function keepReminder(db: Db, { deviceId, profileId, since, by }: Reminder): Promise<boolean> {
  const row = { profile_id: profileId, checked_out_at: since, sent_at: now, sent_by: by };
  const inserted = await db
    .insertInto('key_reminder')
    .values({ ...row, device_id: deviceId })
    .onConflict((conflict) =>
      conflict
        .columns(['device_id'])
        .doUpdateSet(row)
        .where((eb) =>
          eb.or([
            eb('key_reminder.profile_id', '<>', eb.ref('excluded.profile_id')),
            eb('key_reminder.checked_out_at', '<>', eb.ref('excluded.checked_out_at')),
            eb.not(isRecent(eb.ref('key_reminder.sent_at'))),
          ]),
        ),
    )
    .returning('device_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The profile that sent the last reminder about a key. */
export async function lastSender(db: Db, deviceId: string): Promise<string> {
  const { sent_by: by } = await db
    .selectFrom('key_reminder')
    .select('sent_by')
    .where('device_id', '=', deviceId)
    .executeTakeFirstOrThrow();
  return by;
}
