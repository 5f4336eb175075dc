import { views } from '@keyward/contract/calls';
import type { ListResource } from '@keyward/contract/resources';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#lib/api.ts';
import { numberWords } from '#lib/numbers.ts';
import { useSession } from '#lib/session.ts';
import { everywhere, useStoredFilters } from '#lib/storedFilters.ts';

/** Delay in ms: while a text is typed, each key changes the lists with matching views. */
const waitMs = 300;
/** Largest age of a count, in ms, that is shown without reading it again. */
const staleMs = 60_000;

/** Number of rows of the views of these lists, at the header's locations, in the language on screen. */
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
    // the server omits a count that takes too long
    const count = counts?.find(({ value }) => value === view)?.count ?? null;
    return count === null ? undefined : numberWords(count, i18n.language);
  };
}
