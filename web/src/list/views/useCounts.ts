import { views } from '@keyward/contract/calls';
import type { ListResource } from '@keyward/contract/resources';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { passing, useApi } from '#lib/api.ts';
import { numberWords } from '#lib/numbers.ts';
import { useListZone } from '#list/listZone.ts';
import { everywhere, useStoredFilters } from '#lib/storedFilters.ts';
import { listen } from '#lib/live.ts';
import { paced } from '#lib/paced.ts';
import { useWithRows } from '#list/useWithRows.ts';

/** Age from which counts are read again when the page is looked at, in ms. */
const staleMs = 15_000;
/** The least time between counts that changes on the server cause, in ms (decision 0103). */
const liveMs = 30_000;
/** Counts up to this age, in ms, were read together with the rows. */
const togetherMs = 1000;

export type Counted = {
  resource: ListResource;
  /** The rows are on screen, so that counting does not delay them. */
  isShown: boolean;
  /** Changes when the rows are read again. */
  readAt: number | undefined;
};

/**
 * The number of rows of each view in the language on screen, at the locations of the header's filter; none before the first reply
 * or without one.
 */
export function useCounts({ resource, isShown, readAt }: Counted) {
  const { i18n } = useTranslation();
  const { zone } = useListZone();
  const global = useStoredFilters(everywhere);
  const query = { ...global, resource, timezone: zone };
  const reply = useApi(views.counts, { query }, { enabled: isShown, staleTime: staleMs, keepPrevious: true });
  const { data, dataUpdatedAt, error, refetch } = reply;

  const readAgain = useEffectEvent(async () => {
    if (isShown && data) await refetch();
  });
  const age = useEffectEvent(() => Date.now() - dataUpdatedAt);
  const hasCounts = data !== undefined;
  useEffect(() => {
    // the stream is outside React; it opens once the page has loaded
    if (!hasCounts) return undefined;
    const counting = paced(readAgain, liveMs, passing);
    const stop = listen({
      onChange: (change) => {
        if (change[resource] !== undefined) counting.ask();
      },
      onLook: () => {
        if (age() > staleMs) counting.ask();
      },
    });
    return () => {
      stop();
      counting.stop();
    };
  }, [resource, hasCounts]);
  useWithRows(readAt, dataUpdatedAt, () => {
    if (age() > togetherMs) void readAgain();
  });

  const texts = new Map(
    data?.data.flatMap(({ value, count }) =>
      count === null ? [] : [[value, numberWords(count, i18n.language)] as const],
    ),
  );
  return { texts, isWaiting: !data && !error };
}
