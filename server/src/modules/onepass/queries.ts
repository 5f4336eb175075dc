import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { now } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/**
 * A key with its device and its invitation, never with its secret. Includes the invitation's address, and the locations of all
 * keys of the invitation, which decide to whom the address is visible.
 */
export const findKey = (db: Db, id: string) =>
  db
    .selectFrom('secure_key_row as k')
    .select((eb) => [
      eb
        .selectFrom('secure_key as n')
        .innerJoin('device as e', 'e.id', 'n.device_id')
        .select((n) => n.fn.agg<(string | null)[] | null>('array_agg', ['e.location_value_id']).as('locations'))
        .whereRef('n.invite_id', '=', 'k.invite_id')
        .$asScalar()
        .as('invite_locations'),
      'k.id',
      'k.device_id',
      'k.device_name',
      'k.serial_number',
      'k.device_type_name',
      'k.location_value_id as location_id',
      'k.expires_at',
      'k.max_uses',
      'k.uses',
      'k.last_used_at',
      'k.created_at',
      'k.duration',
      'k.created_by_name',
      'k.invite_id',
      'k.given_to',
      'k.invite_status',
      'k.invite_sent_at',
      'k.status',
      jsonArrayFrom(
        eb
          .selectFrom('device_tag as g')
          .select(['g.tag_definition_id', 'g.value_id', 'g.text', 'g.every_value'])
          .whereRef('g.device_id', '=', 'k.device_id'),
      ).as('tags'),
    ])
    .where('k.id', '=', id)
    .executeTakeFirst();
export type StoredKey = NonNullable<Awaited<ReturnType<typeof findKey>>>;

/** The device with this serial number, locked against deletion until the end of the transaction. */
export const findDeviceOfSerial = (db: Db, serial: string) =>
  db
    .selectFrom('device as d')
    .innerJoin('device_type as t', 't.id', 'd.device_type_id')
    .leftJoin('lost_key as x', 'x.device_id', 'd.id')
    .select(['d.id', 'd.name', 'd.serial_number', 'd.location_value_id as location_id', 't.secure_key_compatible'])
    .select('x.since as lost_since')
    .where('d.serial_number', '=', serial)
    .forKeyShare('d')
    .executeTakeFirst();

/** The time zone in a profile's settings; undefined if there is none. */
export async function zoneSettingOf(db: Db, profileId: string): Promise<unknown> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('profile_id', '=', profileId)
    .where('name', '=', 'Timezone')
    .where('client_data', 'is', null)
    .executeTakeFirst();
  return row?.value;
}

/** The clock that judges keys: the database's time at the start of the transaction. */
export async function databaseTime(db: Db): Promise<string> {
  return (await db.selectNoFrom(now.as('at')).executeTakeFirstOrThrow()).at;
}

type NewKey = {
  id: string;
  device_id: string;
  created_by: string;
  created_by_name: string;
  created_at: string;
  duration: number;
  expires_at: string;
  max_uses: number;
  secret: Buffer;
};

export async function insertKey(db: Db, key: NewKey): Promise<void> {
  await db.insertInto('secure_key').values(key).execute();
}
