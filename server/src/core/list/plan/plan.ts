// Step 3 of a list request: chooses how its page is read. The gain of each choice is a case of `npm run bench -- plans`, with its
// ratio in bench/RESULTS.md; a choice that gains less than a fifth there is removed.
import { clock } from '#core/clock.ts';
import type { Counted, InSet, OneOf, Predicate } from '#core/list/conditions/condition.ts';
import type { WriteSql } from '#core/list/params.ts';
import type { Resolved } from '#core/list/resolve.ts';
import type { AnyList, Column, Grouped } from '#core/list/types.ts';
import type { Span } from './span.ts';

/** The way in which the rows of a page are found. */
type Strategy =
  /**
   * Rows are read in the list's order and tested until the page is full. Best when an index has the order and matching
   * rows are common; the baseline for the others.
   */
  | { kind: 'indexOrder' }
  /**
   * The first rows of each of several values, each through an index on that value and the order, then merged. Best when
   * the values cover few rows of the list, so that reading in order would take long: the locations of a clerk, a rare
   * type, a name. Case: devices of five stores.
   */
  | { kind: 'perValue'; over: OneOf }
  /**
   * Ordered by a value that many rows share: group after group, each through its index. Better than sorting the whole
   * list, since no index has that order. Case: devices by type.
   */
  | { kind: 'grouped'; groups: Grouped }
  /**
   * Every matching row is read, then sorted. Best for a search that counted few matches: PostgreSQL overestimates them
   * and would read in order. Case: search, rare word.
   */
  | { kind: 'gather' }
  /**
   * Rows are read in order, and membership in sets of hundreds of ids or more is tested above all partitions. Best when
   * PostgreSQL would start from the set, or hash it for each partition. Case: a common word of one type.
   */
  | { kind: 'scanThenFilter'; filters: readonly InSet[] };

/** The source of the exact total: counter tables, a search that has counted its matches, or counting the rows. */
export type Total = { kind: 'counters'; sql: WriteSql } | { kind: 'known'; rows: number } | { kind: 'count' };

export type Plan = {
  rows: Strategy;
  total: Total;
  /**
   * The expected number of rows that a counted search tests: few rows are tested by their own name, many by the set of
   * all matching names. Case: search, common word.
   */
  reads: number | undefined;
  /**
   * Reads the keys first, then the rows of the page by their keys (a deferred join). Best when many rows are skipped or
   * sorted, since an index covers the keys. Case: events, page 4000. A page that an index returns in order has its rows
   * at once. Case: devices page 1.
   */
  deferred: boolean;
  /**
   * Rows since this instant are read first, and all rows only when they do not fill the page. Best on monthly
   * partitions: reading all of them in order searches each one for its first match. Cases: events page 1, received
   * since.
   */
  since: string | undefined;
  /**
   * 'values': the best plan depends on the values of the query, so the statement is planned for each. 'once': one plan serves all
   * values. PostgreSQL would not choose it for a page behind a cursor in monthly partitions: it estimates that all months
   * are read, and plans each page again for its own month. Case: events, page 1000. 'auto': as PostgreSQL chooses.
   */
  planned: 'values' | 'once' | 'auto';
};

/** Maximum rows that are read for a page per value or group. */
const rowsPerValue = 500;
/** From this offset on, only the keys of skipped rows are read. */
const manySkipped = 200;

export function choosePlan(list: AnyList, request: Resolved, span: Span): Plan {
  const unfiltered = !request.filtered && request.search === '';
  const unindexed = request.conditions.some(({ column }) => isUnindexed(list.columns[column]));
  const since = unfiltered || unindexed ? windowStart(list, span) : undefined;
  const strategy = chooseStrategy(list, request.predicates, span);
  const inOrder = strategy.rows.kind === 'indexOrder' && span.keys.every(({ joins }) => joins.length === 0);
  return {
    ...strategy,
    total: chooseTotal(list, request),
    deferred:
      (list.detail !== undefined && !inOrder) ||
      (request.withTags && list.tags !== undefined) ||
      span.offset > manySkipped ||
      (unindexed && list.rowKey !== undefined),
    since,
    planned: !unfiltered ? 'values' : since && span.position ? 'once' : 'auto',
  };
}

const isUnindexed = (column: Column | undefined) =>
  column !== undefined && !column.indexed && !column.lookup && !column.sort;

type ChosenStrategy = Pick<Plan, 'rows' | 'reads'>;
const planned = (rows: Strategy, reads?: number): ChosenStrategy => ({ rows, reads });

function chooseStrategy(list: AnyList, predicates: readonly Predicate[], span: Span): ChosenStrategy {
  const wanted = span.limit + span.offset;
  const [first, second] = span.sort;
  const sort = first && !second ? first.column : '';

  const groups = list.columns[sort]?.sort?.grouped;
  if (groups && predicates.length === 0 && wanted <= rowsPerValue) return planned({ kind: 'grouped', groups });
  // no index covers an order through a join
  if (span.keys.some(({ joins }) => joins.length > 0)) return planned({ kind: 'indexOrder' });

  const filters = predicates.filter((p) => p.kind === 'inSet');
  if (filters.length > 0) return planned({ kind: 'scanThenFilter', filters });

  // a value that few rows have leaves fewer rows to read than a location does. Case: refused for a reason, five stores
  const indexed = predicates.filter((p) => p.kind === 'oneOf').filter((p) => p.sorts.includes(sort));
  const over = indexed.find(({ rare }) => rare) ?? indexed[0];
  const several = over !== undefined && over.values.length * over.columns.length > 1;
  const inOrder: Strategy = several && wanted <= rowsPerValue ? { kind: 'perValue', over } : { kind: 'indexOrder' };

  const search = predicates.find((p) => p.kind === 'counted');
  return search
    ? chooseForSearch(search, over, inOrder, list.views[0].query.sort[0]?.[0] === sort, wanted)
    : planned(inOrder);
}

/**
 * The strategy that reads the fewest rows: all matches; the newest of all until enough match; or the newest of each
 * value. `usual`: the list's default order, in which matches are assumed to be spread evenly.
 */
function chooseForSearch(
  { matching, visible, all }: Counted,
  over: OneOf | undefined,
  inOrder: Strategy,
  usual: boolean,
  wanted: number,
): ChosenStrategy {
  const readsInOrder = usual ? (wanted * all) / matching : Infinity;
  const readsPerValue = usual && over ? (over.values.length * wanted * visible) / matching : Infinity;
  if (matching <= Math.min(readsInOrder, readsPerValue)) return planned({ kind: 'gather' });
  return readsPerValue < readsInOrder ? planned(inOrder, readsPerValue) : planned({ kind: 'indexOrder' }, readsInOrder);
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
