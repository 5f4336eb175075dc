import { zoneOfLocations } from '@keyward/contract/location-zone';
import { type Expression, sql } from 'kysely';
import { organizationSettingsOf } from '#core/organization/organization.ts';
import { any } from '#db/fragments.ts';
import { type Db, subquery } from '#db/tenant.ts';

/** Finds the zone in which the times of a thing at these locations (tag_value ids) are meant. */
export async function locationZones(db: Db): Promise<(locations: readonly string[]) => string> {
  const { timeZone } = await organizationSettingsOf(db);
  const own = await db
    .selectFrom('location_hours')
    .select(['value_id', 'time_zone'])
    .where('time_zone', 'is not', null)
    .execute();
  const zones = new Map(own.map(({ value_id: id, time_zone: zone }) => [id, zone]));
  return (locations) =>
    zoneOfLocations(
      locations.map((id) => zones.get(id) ?? null),
      timeZone,
    );
}

/** The zone that a profile chose in Settings, in a query; null without one. */
export const chosenZone = (profile: Expression<string | null>) =>
  subquery
    .selectFrom('setting')
    .select(sql<string>`setting.value #>> '{}'`.as('zone'))
    .where('setting.profile_id', '=', profile)
    .where('setting.name', '=', 'Timezone')
    .where('setting.client_data', 'is', null)
    .limit(1);

/** The zone for a profile, by that of its times on screen where it was kept. */
export type ZoneOf = (onScreen: string | null) => string;

/**
 * The zone of what each of these profiles reads: its own setting, else that of its times `onScreen`, as kept with what it made there,
 * else the organization's.
 */
export async function zonesOfProfiles(db: Db, ids: readonly string[]): Promise<(profileId: string) => ZoneOf> {
  const chosen = await db
    .selectFrom('profile')
    .select((eb) => ['id', chosenZone(eb.ref('profile.id')).as('zone')])
    .where('id', '=', any(ids))
    .execute();
  const zones = new Map(chosen.map(({ id, zone }) => [id, zone]));
  const { timeZone } = await organizationSettingsOf(db);
  return (profileId) => (onScreen) => zones.get(profileId) ?? onScreen ?? timeZone;
}

/** The same of one profile. */
export const zonesOfProfile = async (db: Db, profileId: string): Promise<ZoneOf> =>
  (await zonesOfProfiles(db, [profileId]))(profileId);

/** The zone to write to a profile in: its own setting, else the organization's. */
export const zoneOfProfile = async (db: Db, profileId: string): Promise<string> =>
  (await zonesOfProfile(db, profileId))(null);
