import { groups } from '@keyward/contract/calls';
import { can } from '@keyward/contract/permissions';
import type { ListResource } from '@keyward/contract/resources';
import { createContext, use, useState } from 'react';
import { useApi } from '#lib/api.ts';
import { useSession } from '#lib/session.ts';
import { stored } from '#lib/storage.ts';
import { everywhere, useStoredFilters } from '#lib/storedFilters.ts';
import { chosenLocations, unassigned } from '#parts/locationChoice.ts';
import { useLocations } from '#parts/useLocations.ts';
import { useLocationZone } from '#parts/useLocationZone.ts';

export type ZoneChoice = {
  /** IANA zone of the list's times. */
  zone: string;
  /** The zone is not known yet. */
  waits: boolean;
  /** The only location that the list shows, where its zone differs from the profile's. */
  location?: { name: string; zone: string } | undefined;
  isLocal?: boolean;
  onLocal?: (isLocal: boolean) => void;
};

export const ZoneContext = createContext<ZoneChoice | undefined>(undefined);

/** The zone of the times of the list around it; elsewhere the profile's. */
export function useListZone(): ZoneChoice {
  const { zone } = useSession();
  return use(ZoneContext) ?? { zone, waits: false };
}

/** The storage key of the choice, which is kept on this browser for each list. */
const keyOf = (resource: ListResource) => `${resource}Zone`;

/**
 * The zone of a list's times: the profile's, or by choice that of its location, where the list shows a single one: the profile's
 * only location, or the one chosen in the header.
 */
export function useZoneChoice(resource: ListResource): ZoneChoice {
  const { zone, authority } = useSession();
  const [choices, setChoices] = useState<{ [R in ListResource]?: boolean }>({});
  const isLocal = choices[resource] ?? stored.read(keyOf(resource)) !== null;
  const { isLoading } = useApi(
    groups.definitions,
    { query: { type: '1', is_location: 'true' } },
    { enabled: can.readTags.holds(authority), staleTime: 60_000 },
  );
  const locations = useLocations();
  const global = useStoredFilters(everywhere);
  const zoneOf = useLocationZone();

  const options = locations?.options ?? [];
  const all = [...options, { value: unassigned, label: '' }];
  const chosen = locations && options.length > 1 ? chosenLocations(global[locations.column], all) : [];
  const only =
    options.length === 1 ? options[0] : options.find(({ value }) => chosen.length === 1 && chosen[0] === value);
  const tagId = locations?.column.slice('tags.'.length) ?? '';
  const zoneThere = only && zoneOf([{ tagId, values: [only.label] }]);
  const location = only && zoneThere && zoneThere !== zone ? { name: only.label, zone: zoneThere } : undefined;
  return {
    zone: (isLocal && location?.zone) || zone,
    waits: isLocal && isLoading,
    location,
    isLocal,
    onLocal: (next) => {
      if (next) stored.write(keyOf(resource), 'location');
      else stored.remove(keyOf(resource));
      setChoices({ ...choices, [resource]: next });
    },
  };
}
