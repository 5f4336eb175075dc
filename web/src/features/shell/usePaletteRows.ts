import { type ListResource, pathOf } from '@keyward/contract/resources';
import { useDebouncedValue } from '@mantine/hooks';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity, Found } from '#entity/define.ts';
import { apiKey } from '#lib/api.ts';
import type { ApiError } from '#lib/call.ts';
import { useErrorText } from '#lib/errors.ts';
import { callList } from '#lib/listApi.ts';
import { namesInList } from '#lib/namesInList.ts';
import { numberWords } from '#lib/numbers.ts';
import { sanitiseText } from '#lib/sanitise.ts';
import { useSession } from '#lib/session.ts';
import { everywhere, storedFilters, useStoredFilters } from '#lib/storedFilters.ts';
import { useRefusal } from '#list/filters/useRefusal.ts';
import { useListName } from '#list/useListName.ts';
import { useLocations } from '#parts/useLocations.ts';
import { entities } from '#entities.ts';
import { IconSearch } from '#ui/icons.tsx';
import { fillersOf } from './paletteIntent.ts';
import type { PaletteItem } from './paletteItem.ts';
import { matches } from './paletteMatch.ts';
import type { Choice } from './paletteRecent.ts';
import { firstFound, isEnough, type LocationUse, type Reply, type Search, searchesFor } from './paletteSearches.ts';
import { useOpenRow } from './useOpenRow.ts';

const waitMs = 200;
const most = 5;
const searched = entities.flatMap(({ search, ...entity }) => (search ? [{ ...entity, search }] : []));

/** First five rows, and the total. */
function foundBy({ list, find }: NonNullable<Entity['search']>, searches: readonly Search[]) {
  return queryOptions<Reply<Found>, ApiError>({
    queryKey: apiKey(list, { found: searches }),
    queryFn: ({ signal }) =>
      firstFound(searches, async ({ text, filters }) => {
        const query = { ...filters, search: text, results_per_page: String(most) };
        let total = 0;
        const rows = await find(async (of) => {
          const page = await callList(of, query, signal);
          total = page.total_results;
          return page.data;
        });
        return { rows, total };
      }),
  });
}

/** Rows of lists that match the query, debounced, and recently chosen rows. */
export function usePaletteRows(query: string, use: LocationUse) {
  const { t, i18n } = useTranslation();
  const { authority } = useSession();
  const navigate = useNavigate();
  const listName = useListName();
  const openRow = useOpenRow();
  const errorText = useErrorText();
  const locations = useLocations();
  const header = useStoredFilters(everywhere);
  const text = sanitiseText(query);
  const [rested] = useDebouncedValue(text, waitMs);
  const mine = searched.filter(({ reads }) => reads.holds(authority));
  const isFiller = fillersOf(t('palette.patterns.fillers'));
  const searches = searchesFor(rested, { locations, header, use, isFiller });
  const replies = useQueries({
    queries: mine.map(({ search }) => ({ ...foundBy(search, searches), enabled: isEnough(rested) })),
  });
  const ownFilters = searches.findLast(({ isOfHeader }) => !isOfHeader)?.filters ?? {};
  useRefusal(header, ownFilters, replies.find(({ error }) => error)?.error ?? null);
  // previous results stay until the new ones arrive
  const [before, setBefore] = useState<readonly (Reply<Found> | undefined)[]>([]);
  const latest = replies.map(({ data, isError }, i) => data ?? (isError ? undefined : before[i]));
  if (replies.some(({ data }, i) => data !== undefined && data !== before[i])) setBefore(latest);

  const item = ({ resource, icon }: Pick<Entity, 'resource' | 'icon'>, { id, label, hint }: Choice): PaletteItem => ({
    id: `${resource}:${id}`,
    label,
    hint,
    icon,
    searched: true,
    run: () => openRow(resource, id),
  });
  /** Entry that opens the list with all results of a search, if only the first ones are shown. */
  const rest = (resource: ListResource, { search, rows, total }: Reply<Found>): PaletteItem[] => {
    if (!search || total <= rows.length) return [];
    const { text: words, filters, isOfHeader, taken } = search;
    const isWider = !isOfHeader && Object.keys(header).length > 0;
    const isThere = !isOfHeader && Object.keys(filters).length > 0;
    const own = Object.entries(isThere ? filters : {}).map(([column, filter]) => [`filter.${column}`, filter]);
    return [
      {
        id: `all:${resource}`,
        label: t('palette.all', { number: numberWords(total, i18n.language), list: listName(resource) }),
        hint: isThere ? namesInList(taken) : isWider ? t('shell.locations.all') : '',
        icon: IconSearch,
        passing: true,
        searched: true,
        run: () => {
          if (isWider) storedFilters.write(everywhere, {});
          const address = { custom_view: 'Overview', search: words, ...Object.fromEntries(own) };
          void navigate({ href: pathOf(resource, address) });
        },
      },
    ];
  };
  const asked = isEnough(text) ? mine : [];
  const lists = asked.flatMap((entity, i) => {
    const reply = replies[i];
    if (!reply) return [];
    const waiting = rested !== text || reply.isFetching;
    const earlier = rested !== text || reply.data === undefined;
    const rows = latest[i]?.rows ?? [];
    const found = earlier ? rows.filter(({ words }) => matches(text, words)) : rows;
    const error = waiting ? null : reply.error;
    const items = found.map((row) => item(entity, row));
    const more = earlier || !reply.data ? [] : rest(entity.resource, reply.data);
    // earlier rows were found by another text
    const location = earlier ? undefined : reply.data?.search?.taken[0];
    return [{ ...entity, waiting, error, refetch: reply.refetch, found, items, more, location }];
  });
  const groupOf = (resource: ListResource, items: PaletteItem[]) => ({
    id: `rows:${resource}`,
    title: listName(resource),
    items,
  });
  return {
    groups: lists.map(({ resource, items, more }) => groupOf(resource, [...items, ...more])),
    /** The same rows, for entries that act on them. */
    found: lists.flatMap(({ resource, icon, found, location }) =>
      found.map((row) => ({ ...row, resource, icon, location })),
    ),
    /** Entries that open the remaining results of these lists. */
    others: (of: readonly ListResource[]) =>
      lists.filter(({ resource }) => of.includes(resource)).map(({ resource, more }) => groupOf(resource, more)),
    /** Entry of an earlier choice, if its list may still be read. */
    again: (choice: Choice): PaletteItem[] => {
      const [resource, ...id] = choice.id.split(':');
      return mine
        .filter((entity) => entity.resource === resource)
        .map((one) => ({ ...item(one, { ...choice, id: id.join(':') }), searched: false }));
    },
    waiting: lists.some(({ waiting }) => waiting),
    failures: lists.flatMap(({ error, search }) =>
      error ? [t(`${search.texts}.searchFailed`, { reason: errorText(error) })] : [],
    ),
    retry: () => {
      for (const { error, refetch } of lists) if (error) void refetch();
    },
  };
}
