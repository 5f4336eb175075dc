import { views } from '@keyward/contract/calls';
import type { ListResource } from '@keyward/contract/resources';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#lib/api.ts';
import { numberWords } from '#lib/numbers.ts';
import { useSession } from '#lib/session.ts';
import { everywhere, useStoredFilters } from '#lib/storedFilters.ts';

/** While a text is typed, the lists whose views match change with each key. */
const waitMs = 300;
/** How old a count may be that is only read on the way. */
const staleMs = 60_000;

/** The number of rows of the views of these lists, at the locations of the header, in the language on screen. */
export function usePaletteCounts(
  lists: readonly ListResource[],
): (resource: ListResource, view: string) => string | undefined {
  const { i18n } = useTranslation();
  const { zone } = useSession();
  const global = useStoredFilters(everywhere);
  const [rested] = useDebouncedValue(lists.join(), waitMs);
  const countedLists = lists.filter((resource) => rested.split(',').includes(resource));
  const replies = useQueries({
    queries: countedLists.map((resource) => ({
      ...apiQuery(views.counts, { query: { ...global, resource, timezone: zone } }),
      staleTime: staleMs,
    })),
  });
  return (resource, view) => {
    const counts = replies[countedLists.indexOf(resource)]?.data?.data;
    // one that takes too long is not counted
    const count = counts?.find(({ value }) => value === view)?.count ?? null;
    return count === null ? undefined : numberWords(count, i18n.language);
  };
}
