// The profiles named in the settings of an organization.
import { type OrganizationSettings, profileIdsOf, settingIds, specOf } from '@keyward/contract/organization-settings';
import { sql } from 'kysely';
import { findActingProfiles } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';

/** The profiles with these profile IDs, each with the ID in the form given. */
export const findNamed = (db: Db, given: readonly string[]) => {
  const names = sql<{ given: string }>`unnest(${given}::text[])`.as<'a'>(sql`a(given)`);
  return db
    .selectFrom(names)
    .innerJoin('profile as p', (join) => join.on('p.username_fold', '=', sql<string>`fold(a.given)`))
    .select(['p.id', 'a.given'])
    .execute();
};

/** The profile IDs in these settings that match no profile that may act. */
export async function findUnknownProfiles(db: Db, settings: OrganizationSettings): Promise<string[]> {
  const people = settingIds.filter((id) => specOf(id).kind === 'people');
  const given = [...new Set(people.flatMap((id) => profileIdsOf(String(settings[id]))))];
  if (given.length === 0) return [];
  const named = await findNamed(db, given);
  const acting = await findActingProfiles(
    db,
    named.map(({ id }) => id),
  );
  const known = new Set(named.filter(({ id }) => acting.has(id)).map((one) => one.given));
  return given.filter((one) => !known.has(one));
}
