import { useDebouncedValue } from '@mantine/hooks';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity, Found } from '#entity/define.ts';
import { apiKey } from '#lib/api.ts';
import type { ApiError } from '#lib/call.ts';
import { useErrorText } from '#lib/errors.ts';
import { callList } from '#lib/listApi.ts';
import { useListName } from '#list/useListName.ts';
import { sanitiseText } from '#lib/sanitise.ts';
import { useSession } from '#lib/session.ts';
import { entities } from '#entities.ts';
import type { PaletteItem } from './paletteItem.ts';
import { matches } from './paletteMatch.ts';
import type { Choice } from './paletteRecent.ts';
import { useOpenRow } from './useOpenRow.ts';

const waitMs = 200;
/** Nearly every name contains any single letter. */
const shortest = 2;
const searched = entities.flatMap(({ search, ...entity }) => (search ? [{ ...entity, search }] : []));

/** The first five rows. */
function foundBy({ list, find }: NonNullable<Entity['search']>, text: string) {
  const query = { search: text, results_per_page: '5' };
  return queryOptions<Found[], ApiError>({
    queryKey: apiKey(list, { found: query }),
    queryFn: ({ signal }) => find(async (of) => (await callList(of, query, signal)).data),
  });
}

/** List rows that match the query, debounced, and recently chosen rows. */
export function usePaletteRows(query: string) {
  const { t } = useTranslation();
  const { authority } = useSession();
  const listName = useListName();
  const openRow = useOpenRow();
  const errorText = useErrorText();
  const text = sanitiseText(query);
  const [rested] = useDebouncedValue(text, waitMs);
  const mine = searched.filter(({ reads }) => reads.holds(authority));
  const replies = useQueries({
    queries: mine.map(({ search }) => ({ ...foundBy(search, rested), enabled: rested.length >= shortest })),
  });
  // the previous results stay until the new ones arrive
  const [before, setBefore] = useState<readonly (readonly Found[])[]>([]);
  const latest = replies.map(({ data, isError }, i) => data ?? (isError ? undefined : before[i]) ?? []);
  if (replies.some(({ data }, i) => data !== undefined && data !== before[i])) setBefore(latest);

  const item = ({ resource, icon }: Pick<Entity, 'resource' | 'icon'>, { id, label, hint }: Choice): PaletteItem => ({
    id: `${resource}:${id}`,
    label,
    hint,
    icon,
    searched: true,
    run: () => openRow(resource, id),
  });
  const asked = text.length >= shortest ? mine : [];
  const lists = asked.flatMap((entity, i) => {
    const reply = replies[i];
    if (!reply) return [];
    const waiting = rested !== text || reply.isFetching;
    const earlier = rested !== text || reply.data === undefined;
    const rows = latest[i] ?? [];
    const found = earlier ? rows.filter(({ words }) => matches(text, words)) : rows;
    const error = waiting ? null : reply.error;
    return [{ ...entity, waiting, error, refetch: reply.refetch, found, items: found.map((row) => item(entity, row)) }];
  });
  return {
    groups: lists.map(({ resource, items }) => ({ id: `rows:${resource}`, title: listName(resource), items })),
    /** The same rows, for entries that say what to do with them. */
    found: lists.flatMap(({ resource, icon, found }) => found.map((row) => ({ ...row, resource, icon }))),
    /** The recent choices that may still be read. */
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
