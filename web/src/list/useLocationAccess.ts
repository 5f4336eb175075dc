import { groups } from '@keyward/contract/calls';
import { can } from '@keyward/contract/permissions';
import { useApi } from '#lib/api.ts';
import { useSession } from '#lib/session.ts';

/**
 * Whether there can be anything in the profile's locations: it has all-data access, has a location, or the tenant
 * defines no location tag at all. Specification, part 1, section 5 'Location rule'.
 */
export function useLocationAccess(): 'some' | 'none' {
  const { me, authority } = useSession();
  const free = can.allData.holds(authority) || me.locations.length > 0;
  const tags = useApi(
    groups.definitions,
    { query: { type: '1', is_location: 'true' } },
    { enabled: !free && can.readTags.holds(authority), staleTime: 60_000 },
  );
  return !free && tags.data && tags.data.data.length > 0 ? 'none' : 'some';
}
