import type { Setting } from '@keyward/contract/settings';
import { knownTimeZone } from '@keyward/contract/time-zones';
import { type Db, rows } from '#db/tenant.ts';

const columns = 'id, profile_id as user_id, name, category, client_data, value';

/**
 * Settings of one owner: a profile, or the tenant's defaults with null. A time zone that is not in the list (any more)
 * is told as null, and the browser's holds: specification, part 1, section 4 'Settings'.
 */
export async function settingsOf(db: Db, profileId: string | null): Promise<Setting[]> {
  const found = await rows<Setting>(
    db,
    `select ${columns} from setting where tenant_id = $1 and profile_id is not distinct from $2 order by name, client_data`,
    [db.tenantId, profileId],
  );
  const zone = (value: unknown) => (typeof value === 'string' ? knownTimeZone(value) : undefined) ?? null;
  return found.map((one) => (one.name === 'Timezone' ? { ...one, value: zone(one.value) } : one));
}

/** One's own setting, locked; nothing for anybody else's. */
export async function ownSetting(db: Db, profileId: string, id: string): Promise<Setting | undefined> {
  const found = await rows<Setting>(
    db,
    `select ${columns} from setting where tenant_id = $1 and id = $2 and profile_id = $3 for update`,
    [db.tenantId, id, profileId],
  );
  return found[0];
}

type NewSetting = Pick<Setting, 'name' | 'category' | 'client_data'> & { value: string };

/** `value` is JSON text. */
export async function insertSetting(db: Db, profileId: string, one: NewSetting): Promise<Setting | undefined> {
  const made = await rows<Setting>(
    db,
    `insert into setting (tenant_id, profile_id, name, category, client_data, value)
     values ($1, $2, $3, $4, $5, $6) returning ${columns}`,
    [db.tenantId, profileId, one.name, one.category, one.client_data, one.value],
  );
  return made[0];
}

/** `value` is JSON text. */
export async function updateSetting(db: Db, id: string, value: string): Promise<void> {
  await db.updateTable('setting').set({ value }).where('id', '=', id).execute();
}
