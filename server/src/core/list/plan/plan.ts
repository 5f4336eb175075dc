// Step 3 of a list request: how its page is read. What each choice wins is a case of `npm run bench -- plans` and stands,
// with its ratio, in bench/RESULTS.md; one that wins less than a fifth there does not stay.
import { clock } from '#core/clock.ts';
import type { Counted, InSet, OneOf, Predicate } from '#core/list/conditions/condition.ts';
import type { Write } from '#core/list/params.ts';
import type { Resolved } from '#core/list/resolve.ts';
import type { AnyList, Column, Grouped } from '#core/list/types.ts';
import type { Span } from './span.ts';

/** How the rows of a page are found. */
export type Strategy =
  /**
   * Rows are read in the list's order and tested until the page is full. Wins where an index has the order and rows that
   * fit are common; what the others are measured against.
   */
  | { kind: 'indexOrder' }
  /**
   * The first rows of each of several values, each by an index of that value and the order, then the first of those. Wins
   * where the values are few rows of the list, which reading in order would search long for: the stores of a clerk, a
   * rare type, a name. Case: devices of five stores.
   */
  | { kind: 'perValue'; over: OneOf }
  /**
   * In the order of a value that many rows share: group after group, each by its index. Wins against sorting the whole
   * list, as no index has that order. Case: devices by type.
   */
  | { kind: 'grouped'; groups: Grouped }
  /**
   * Every row that fits is read, then sorted. Wins for a search that counted few matches: PostgreSQL expects more of them
   * and would read in order. Case: search, rare word.
   */
  | { kind: 'gather' }
  /**
   * Rows are read in order, and membership in sets of hundreds of ids and more is tested above all partitions. Wins where
   * PostgreSQL would start from the set, or hash it for each partition. Case: a common word of one type.
   */
  | { kind: 'scanThenFilter'; filters: readonly InSet[] };

/** Where the exact total comes from: counter tables, a search that has counted, or counting the rows. */
export type Total = { kind: 'counters'; sql: Write } | { kind: 'known'; rows: number } | { kind: 'count' };

export type Plan = {
  rows: Strategy;
  total: Total;
  /**
   * How many rows a counted search is tested on: few are tested by their own name, many by the set of all that match. Case:
   * search, common word.
   */
  reads: number | undefined;
  /**
   * Keys first, and the rows of the page by their keys afterwards (a deferred join). Wins where many rows are passed by, as
   * an index has what is needed of those. Case: events, page 4000.
   */
  deferred: boolean;
  /**
   * Rows since this instant are read first, and all of them only when that page is not full. Wins on monthly partitions:
   * reading all of them in order searches each one for its first row that fits. Cases: events page 1, received since.
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
  const unindexed = asked.conditions.some(({ column }) => isUnindexed(list.columns[column]));
  return {
    ...chooseStrategy(list, asked.predicates, span),
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

const isUnindexed = (column: Column | undefined) =>
  column !== undefined && !column.indexed && !column.lookup && !column.sort;

type Chosen = Pick<Plan, 'rows' | 'reads'>;
const by = (rows: Strategy, reads?: number): Chosen => ({ rows, reads });

function chooseStrategy(list: AnyList, predicates: readonly Predicate[], span: Span): Chosen {
  const wanted = span.limit + span.offset;
  const [first, second] = span.sort;
  const sort = first && !second ? first.column : '';

  const groups = list.columns[sort]?.sort?.grouped;
  if (groups && predicates.length === 0 && wanted <= rowsPerValue) return by({ kind: 'grouped', groups });
  // no index has an order through a join
  if (span.keys.some(({ joins }) => joins.length > 0)) return by({ kind: 'indexOrder' });

  const filters = predicates.filter((p) => p.kind === 'inSet');
  if (filters.length > 0) return by({ kind: 'scanThenFilter', filters });

  const over = predicates.find((p): p is OneOf => p.kind === 'oneOf' && p.sorts.includes(sort));
  const several = over !== undefined && over.values.length * over.columns.length > 1;
  const inOrder: Strategy = several && wanted <= rowsPerValue ? { kind: 'perValue', over } : { kind: 'indexOrder' };

  const search = predicates.find((p) => p.kind === 'counted');
  return search
    ? chooseForSearch(search, over, inOrder, list.views[0].query.sort[0]?.[0] === sort, wanted)
    : by(inOrder);
}

/**
 * The cheapest by the rows that are read: all that match; or the newest of all until enough of them match; or the newest
 * of each value. `usual`: the order is the one that matches are spread over evenly.
 */
function chooseForSearch(
  { matching, visible, all }: Counted,
  over: OneOf | undefined,
  inOrder: Strategy,
  usual: boolean,
  wanted: number,
): Chosen {
  const ofAll = usual ? (wanted * all) / matching : Infinity;
  const ofEach = usual && over ? (over.values.length * wanted * visible) / matching : Infinity;
  if (matching <= Math.min(ofAll, ofEach)) return by({ kind: 'gather' });
  return ofEach < ofAll ? by(inOrder, ofEach) : by({ kind: 'indexOrder' }, ofAll);
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
