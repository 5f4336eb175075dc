import { limits } from '@keyward/contract/limits';
import { type ListResource, resources } from '@keyward/contract/resources';
import type { LiveChange } from '@keyward/contract/live';
import { useEffect, useEffectEvent, useState } from 'react';
import { passing } from '#lib/api.ts';
import { callList, type ListEndpoint } from '#lib/listApi.ts';
import { listen } from '#lib/live.ts';
import { paced } from '#lib/paced.ts';

/** The least time between counts, in ms: more frequent updates could not be read, and would burden screen readers. */
const countMs = 3_000;
/** The number of rows that one call refetches; the others are refetched with the list. */
const renewed = Math.min(limits.filterValues, limits.pageSizeMax);

export type LiveList<T extends { id: string }> = {
  resource: ListResource;
  list: ListEndpoint<T>;
  /** The list's query, as sent to the server. */
  query: Record<string, string>;
  rows: T[];
  /** The total that the list shows. */
  total: number;
  /** When the earliest of these rows was requested, by performance.now(). */
  askedAt: number;
  /** Every page is loaded. */
  whole: boolean;
  /**
   * Replaces rows by id; returns the ids of those that changed. A method, since a lazily loaded component does not know
   * the type of the rows, which are nevertheless those of `list`.
   */
  patch(rows: T[]): string[];
  /** Called with the ids of rows that have changed on screen. */
  onChanged: (ids: string[]) => void;
};

/**
 * The number of rows beyond those of the list, counted by its own query: hints say that something changed, and only the
 * server knows whether it is in this view. Below zero: some are gone. Loaded rows are kept up to date.
 */
export function useLive<T extends { id: string }>(props: LiveList<T>): number {
  const { resource, list, query, total } = props;
  const question = JSON.stringify(query);
  // a count does not apply to a list that has been read again since
  const [counted, setCounted] = useState({ question, seen: total, now: total });

  /** Loaded rows that the server no longer returns. */
  const [gone, setGone] = useState<readonly string[]>([]);

  const count = useEffectEvent(async (signal: AbortSignal) => {
    const page = await callList(list, { ...query, page: '1', results_per_page: '1' }, signal);
    setCounted({ question, seen: total, now: page.total_results });
  });
  const renew = useEffectEvent(async (ids: string[] | null, signal: AbortSignal) => {
    const loaded = props.rows.map((row) => row.id);
    const wanted = (ids === null ? loaded : loaded.filter((id) => ids.includes(id))).slice(0, renewed);
    if (wanted.length === 0) return;
    const id = wanted.join(',');
    const asked: Record<string, string> = { id, results_per_page: String(limits.pageSizeMax) };
    if (query['with']) asked['with'] = query['with'];
    const { data } = await callList(list, asked, signal);
    props.onChanged(props.patch(data));
    const there = new Set(data.map((row) => row.id));
    setGone((before) => [...before.filter((one) => !wanted.includes(one)), ...wanted.filter((one) => !there.has(one))]);
  });

  /** Milliseconds since the earliest of the rows was requested. */
  const age = useEffectEvent(() => performance.now() - props.askedAt);

  useEffect(() => {
    // the stream is outside React
    const ended = new AbortController();
    let stale: Set<string> | null = new Set();
    const counting = paced(() => count(ended.signal), countMs, passing);
    const renewing = paced(
      async () => {
        const ids = stale && [...stale];
        stale = new Set();
        await renew(ids, ended.signal).catch((error: unknown) => {
          stale = null;
          throw error;
        });
      },
      countMs,
      passing,
    );
    const onChange = ({ [resource]: changed }: LiveChange) => {
      if (changed === undefined) return;
      counting.ask();
      if (changed === true) return;
      if (changed === null) stale = null;
      else for (const id of changed) stale?.add(id);
      renewing.ask();
    };
    const stop = listen({
      onLook: ({ ms = 0, changes = [] }) => {
        const known = age();
        if (known >= ms) onChange({ [resource]: resources[resource].live === 'rows' ? null : true });
        else for (const change of changes) if (change.age <= known) onChange(change);
      },
      onChange,
    });
    return () => {
      stop();
      counting.stop();
      renewing.stop();
      ended.abort();
    };
  }, [resource]);
  const more = counted.question === question && counted.seen === total ? counted.now - total : 0;
  // a row added and a row deleted leave the count as it was; a row that moved up past the pages read is in none of them
  const missing = props.whole && props.rows.length < total;
  return more === 0 && (missing || (gone.length > 0 && props.rows.some((row) => gone.includes(row.id)))) ? -1 : more;
}
