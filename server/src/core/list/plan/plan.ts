// Step 3 of a list request: how the page is read. One strategy finds the rows; each has a case in `npm run bench -- plans`.
import { clock } from '#core/clock.ts';
import type { InSet, OneOf } from '#core/list/conditions/condition.ts';
import type { Write } from '#core/list/params.ts';
import type { Resolved } from '#core/list/resolve.ts';
import type { AnyList, Grouped } from '#core/list/types.ts';
import type { Span } from './span.ts';

/**
 * How the rows of a page are found.
 * - `indexOrder`: rows are read in the list's order and tested, until the page is full. Wins where an index has the order
 *   and rows that fit are common; PostgreSQL may choose another way by itself. What the others are compared with.
 * - `perValue`: the first rows of each of several values, each from an index of that value and the order, then the first
 *   of those. Wins for the few values of a scope, a type or a name, which reading in order would search long for.
 * - `grouped`: rows in the order of a value that many share, group after group. Wins where the order by that value has no
 *   index, so that the whole list would be sorted for a page.
 * - `gather`: every row that fits is read and then sorted. Wins for a search with few matches: PostgreSQL expects more of
 *   them and would read in order.
 * - `scanThenFilter`: rows are read in order, and their membership in large sets is judged above all partitions. Wins for
 *   sets of thousands of names: below, each partition would hash the set again.
 */
export type Strategy =
  | { kind: 'indexOrder' }
  | { kind: 'perValue'; over: OneOf }
  | { kind: 'grouped'; groups: Grouped }
  | { kind: 'gather' }
  | { kind: 'scanThenFilter'; filters: readonly InSet[] };

/** Where the exact total comes from: counter tables, a search that has counted, or counting the rows. */
export type Total = { kind: 'counters'; sql: Write } | { kind: 'known'; rows: number } | { kind: 'count' };

export type Plan = {
  rows: Strategy;
  total: Total;
  /** How many rows a counted search is tested on: few are tested by their own name, many by the set of all that match. */
  reads: number | undefined;
  /**
   * Keys first, the rows of the page by their keys afterwards (a deferred join). Wins where many rows are passed by:
   * what an index holds of them is enough.
   */
  deferred: boolean;
  /**
   * Rows since this instant are read first, and all of them only when that page is not full. Wins on a table of monthly
   * partitions, where each partition would otherwise be opened.
   */
  since: string | undefined;
  /** The statement is planned once for all values; not where the best plan depends on what is asked. */
  prepared: boolean;
};

/** Up to this many rows of each value or group are read for a page. */
const rowsPerValue = 500;
/** From this many rows to skip on, only the keys are read on the way. */
const manySkipped = 200;

export function choosePlan(list: AnyList, asked: Resolved, span: Span): Plan {
  const prepared = !asked.filtered && asked.search === '';
  const unindexed = asked.conditions.some(({ column: name }) => {
    const column = list.columns[name];
    return column && !column.indexed && !column.lookup && !column.sort;
  });
  const { rows, reads } = chooseStrategy(list, asked, span);
  return {
    rows,
    reads,
    total: chooseTotal(list, asked),
    deferred:
      list.detail !== undefined ||
      (asked.withTags && list.tags !== undefined) ||
      span.offset > manySkipped ||
      (unindexed && list.rowKey !== undefined),
    since: prepared || unindexed ? windowStart(list, span) : undefined,
    prepared,
  };
}

function chooseStrategy(list: AnyList, { predicates }: Resolved, span: Span): Pick<Plan, 'rows' | 'reads'> {
  const indexOrder = { rows: { kind: 'indexOrder' }, reads: undefined } as const;
  const [sort, ...more] = span.sort;
  const wanted = span.limit + span.offset;
  const fewWanted = wanted <= rowsPerValue;
  const only = sort && more.length === 0 ? sort.column : undefined;

  const groups = only === undefined ? undefined : list.columns[only]?.sort?.grouped;
  if (groups && predicates.length === 0 && fewWanted) return { rows: { kind: 'grouped', groups }, reads: undefined };
  // an order through a join has no index that another strategy could use
  if (span.keys.some(({ joins }) => joins.length > 0)) return indexOrder;

  const filters = predicates.filter((p) => p.kind === 'inSet');
  if (filters.length > 0) return { rows: { kind: 'scanThenFilter', filters }, reads: undefined };

  const over = predicates.find((p) => p.kind === 'oneOf' && only !== undefined && p.sorts.includes(only)) as
    | OneOf
    | undefined;
  const several = over !== undefined && over.values.length * over.columns.length > 1;
  const perValue = several && fewWanted ? ({ kind: 'perValue', over } as const) : undefined;

  const search = predicates.find((p) => p.kind === 'counted');
  if (!search) return perValue ? { rows: perValue, reads: undefined } : indexOrder;
  const { matching, visible, all } = search;
  const usual = list.views[0].query.sort[0]?.[0] === only;
  const inOrder = usual ? (wanted * all) / matching : Infinity;
  const inEach = usual && over ? (over.values.length * wanted * visible) / matching : Infinity;
  const reads = Math.min(matching, inOrder, inEach);
  if (reads === matching) return { rows: { kind: 'gather' }, reads: undefined };
  return { rows: reads === inEach && perValue ? perValue : { kind: 'indexOrder' }, reads };
}

export function chooseTotal(list: AnyList, { predicates, conditions, search, scope, locations }: Resolved): Total {
  const sql = list.total?.({ conditions, searched: search !== '', scope, locations });
  if (sql) return { kind: 'counters', sql };
  const counted = predicates.find((p) => p.kind === 'counted');
  return counted ? { kind: 'known', rows: counted.matching } : { kind: 'count' };
}

function windowStart({ window }: AnyList, { keys: [key], position, offset }: Span): string | undefined {
  if (!window || !key?.desc || key.by !== window.by || offset > 0) return undefined;
  const from = position ? Date.parse(position.keys[0] ?? '') : clock.now().getTime();
  const start = new Date(from - window.days * 86_400_000);
  return start.getUTCFullYear() > 1 ? start.toISOString() : undefined;
}
