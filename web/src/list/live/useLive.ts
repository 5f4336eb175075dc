import { limits } from '@keyward/contract/limits';
import { type ListResource, resources } from '@keyward/contract/resources';
import type { LiveChange } from '@keyward/contract/live';
import { useEffect, useEffectEvent, useState } from 'react';
import { passing } from '#lib/api.ts';
import { callList, type ListEndpoint } from '#lib/listApi.ts';
import { listen } from './live.ts';
import { paced } from './paced.ts';

/** Nobody can read faster, and a screen reader should not have to. */
const countMs = 3_000;
/** So many rows one call reads again; the others are read again with the list. */
const renewed = Math.min(limits.filterValues, limits.pageSizeMax);

export type LiveList<T extends { id: string }> = {
  resource: ListResource;
  list: ListEndpoint<T>;
  /** The list's query, as the server is asked it. */
  query: Record<string, string>;
  rows: T[];
  /** What the list says that there is. */
  total: number;
  /** When the first of these rows was asked for, as performance.now() has it. */
  askedAt: number;
  /** Every page is loaded. */
  whole: boolean;
  /**
   * Puts rows in the place of those with their ids; the ids of those that are not as they were. A method, since a part
   * that is loaded late does not know the type of the rows, which are those of `list` all the same.
   */
  patch(rows: T[]): string[];
  /** These rows changed under the eyes of the person. */
  onChanged: (ids: string[]) => void;
};

/**
 * How many rows there are beyond those that the list knows of, by its own query: hints say that something changed, the
 * server alone knows whether it is in this view. Below zero: some are gone. Rows that are loaded are kept as they are on
 * the server.
 */
export function useLive<T extends { id: string }>(props: LiveList<T>): number {
  const { resource, list, query, total } = props;
  const question = JSON.stringify(query);
  // what was counted says nothing of a list that has been read again since
  const [counted, setCounted] = useState({ question, seen: total, now: total });

  /** Rows that are loaded and no more there. */
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

  /** Milliseconds since the first of the rows was asked for. */
  const age = useEffectEvent(() => performance.now() - props.askedAt);

  useEffect(() => {
    // the stream is the server's
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
  // one that came and one that went are as many as before; one that moved up past what was read is in none of the pages
  const missing = props.whole && props.rows.length < total;
  return more === 0 && (missing || (gone.length > 0 && props.rows.some((row) => gone.includes(row.id)))) ? -1 : more;
}
