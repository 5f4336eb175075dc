import { can } from '@keyward/contract/permissions';
import { useSession } from '#lib/session.ts';

/**
 * Whether there can be anything in the profile's locations: it has all-data access, has a location, or the tenant
 * defines no location tag at all. Specification, part 1, section 5 'Location rule'.
 */
export function useLocationAccess(): 'some' | 'none' {
  const { me, authority } = useSession();
  return can.allData.holds(authority) || me.locations.length > 0 || !me.hasLocations ? 'some' : 'none';
}
