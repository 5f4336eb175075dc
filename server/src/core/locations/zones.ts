import { zoneOfLocations } from '@keyward/contract/location-zone';
import { type Expression, sql } from 'kysely';
import { organizationSettingsOf } from '#core/organization/organization.ts';
import { any } from '#db/fragments.ts';
import { type Db, subquery } from '#db/tenant.ts';

/** Returns a function that finds the zone for times of an object at these locations (tag_value ids). */
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

/** Finds the zone for a profile, given that of its times on screen, if it was stored. */
export type ZoneOf = (onScreen: string | null) => string;

/**
 * The zone in which each of these profiles reads times: its own setting, else that of its times `onScreen`, as stored with a row
 * it made, else the organization's.
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

/** The same for one profile. */
export const zonesOfProfile = async (db: Db, profileId: string): Promise<ZoneOf> =>
  (await zonesOfProfiles(db, [profileId]))(profileId);

/** The zone of times written to a profile: its own setting, else the organization's. */
export const zoneOfProfile = async (db: Db, profileId: string): Promise<string> =>
  (await zonesOfProfile(db, profileId))(null);
