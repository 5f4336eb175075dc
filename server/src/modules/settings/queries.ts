import type { Setting } from '@keyward/contract/settings';
import type { Db } from '#db/tenant.ts';

const columns = ['id', 'profile_id as user_id', 'name', 'category', 'client_data', 'value'] as const;
const asSettings = (found: unknown[]) => found as Setting[]; // written from the contract's lists alone

/** Settings of one owner: a profile, or the tenant's defaults with null. */
export async function settingsOf(db: Db, profileId: string | null): Promise<Setting[]> {
  const found = await db
    .selectFrom('setting')
    .select(columns)
    .where('profile_id', profileId === null ? 'is' : '=', profileId)
    .orderBy('name')
    .orderBy('client_data')
    .execute();
  return asSettings(found);
}

/** One's own setting, locked; nothing for anybody else's. */
export async function ownSetting(db: Db, profileId: string, id: string): Promise<Setting | undefined> {
  const found = await db
    .selectFrom('setting')
    .select(columns)
    .where('id', '=', id)
    .where('profile_id', '=', profileId)
    .forUpdate()
    .execute();
  return asSettings(found)[0];
}

export async function insertSetting(
  db: Db,
  profileId: string,
  one: Pick<Setting, 'name' | 'category' | 'client_data'> & { value: string },
): Promise<Setting | undefined> {
  const made = await db
    .insertInto('setting')
    .values({ ...one, profile_id: profileId })
    .returning(columns)
    .execute();
  return asSettings(made)[0];
}

/** `value` is JSON text. */
export async function updateSetting(db: Db, id: string, value: string): Promise<void> {
  await db.updateTable('setting').set({ value }).where('id', '=', id).execute();
}
