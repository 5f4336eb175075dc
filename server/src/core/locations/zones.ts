import { zoneOfLocations } from '@keyward/contract/location-zone';
import { organizationSettingsOf } from '#core/organization/organization.ts';
import type { Db } from '#db/tenant.ts';

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
