import { groups } from '@keyward/contract/calls';
import { can } from '@keyward/contract/permissions';
import { useApi } from '#lib/api.ts';
import { useSession } from '#lib/session.ts';
import type { LocationOption } from './locationChoice.ts';

/**
 * The location tag and those of its values that are visible to the signed-in profile; undefined while loading, or
 * without a location tag.
 */
export function useLocations(): { column: string; options: LocationOption[] } | undefined {
  const { me, authority } = useSession();
  const tags = useApi(
    groups.definitions,
    { query: { type: '1', is_location: 'true' } },
    { enabled: can.readTags.holds(authority), staleTime: 60_000 },
  );
  const [definition] = tags.data?.data ?? [];
  if (!definition) return undefined;
  const everything = can.allData.holds(authority);
  return {
    column: `tags.${definition.id}`,
    options: definition.values
      .filter(({ id }) => everything || me.locations.includes(id))
      .map(({ id, name }) => ({ value: id, label: name })),
  };
}
