import { settings } from '@keyward/contract/account-calls';
import { groups } from '@keyward/contract/calls';
import { zoneOfLocations } from '@keyward/contract/location-zone';
import { can } from '@keyward/contract/permissions';
import { useApi } from '#lib/api.ts';
import { isZone } from '#lib/dates.ts';
import { useSession } from '#lib/session.ts';

type Tags = readonly { tagId: string; values: readonly string[] }[];

/** Returns the zone of the times of an object, by its tags. */
export function useLocationZone(): (tags: Tags) => string {
  const { authority } = useSession();
  const defaults = useApi(settings.defaults, undefined, { staleTime: Infinity });
  const tags = useApi(
    groups.definitions,
    { query: { type: '1', is_location: 'true' } },
    { enabled: can.readTags.holds(authority), staleTime: 60_000 },
  );
  const organizations = defaults.data?.data.find(({ name }) => name === 'Timezone')?.value;
  const [definition] = tags.data?.data ?? [];
  return (assigned) => {
    const names = assigned.find(({ tagId }) => tagId === definition?.id)?.values ?? [];
    const zones = names.map((name) => definition?.values.find((value) => value.name === name)?.time_zone ?? null);
    const zone = zoneOfLocations(zones, isZone(organizations) ? organizations : 'UTC');
    // an old browser may not know the zone
    return isZone(zone) ? zone : 'UTC';
  };
}
