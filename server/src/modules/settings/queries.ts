import type { Setting } from '@keyward/contract/settings';
import { knownTimeZone } from '@keyward/contract/time-zones';
import { takeTurn } from '#core/auth/take-turn.ts';
import type { Db } from '#db/tenant.ts';

const columns = ['id', 'profile_id as user_id', 'name', 'category', 'client_data', 'value'] as const;

/**
 * Settings of a profile, or the tenant's defaults for null. A time zone that is not in the list (any more) is returned as null,
 * and the browser's zone applies: specification, part 1, section 4 'Settings'.
 */
export async function settingsOf(db: Db, profileId: string | null): Promise<Setting[]> {
  const rows = await db
    .selectFrom('setting')
    .select(columns)
    .where('profile_id', 'is not distinct from', profileId)
    .orderBy('name')
    .orderBy('client_data')
    .execute();
  const zone = (value: unknown) => (typeof value === 'string' ? knownTimeZone(value) : undefined) ?? null;
  return rows.map((one) => (one.name === 'Timezone' ? { ...one, value: zone(one.value) } : one));
}

/** A setting of this profile, locked; undefined for a setting of another one. */
export const ownSetting = (db: Db, profileId: string, id: string): Promise<Setting | undefined> =>
  db
    .selectFrom('setting')
    .select(columns)
    .where('id', '=', id)
    .where('profile_id', '=', profileId)
    .forUpdate()
    .executeTakeFirst();

/** The number of a profile's settings. Until the transaction ends, no other call counts them. */
export async function countOwn(db: Db, profileId: string): Promise<number> {
  await takeTurn(db, profileId);
  const { n } = await db
    .selectFrom('setting')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('profile_id', '=', profileId)
    .executeTakeFirstOrThrow();
  return n;
}

type NewSetting = Pick<Setting, 'name' | 'category' | 'client_data'> & { value: string };

/** `value` is JSON text. */
export const insertSetting = (db: Db, profileId: string, one: NewSetting): Promise<Setting | undefined> =>
  db
    .insertInto('setting')
    .values({ ...one, profile_id: profileId })
    .returning(columns)
    .executeTakeFirst();

/** `value` is JSON text. */
export async function updateSetting(db: Db, id: string, value: string): Promise<void> {
  await db.updateTable('setting').set({ value }).where('id', '=', id).execute();
}
