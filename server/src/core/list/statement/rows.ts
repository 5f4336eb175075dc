// The rows of a page by each strategy, as a subquery with the requested columns. The keys are s0, s1 …, the id is `id`.
import type { InSet, Predicate } from '#core/list/conditions/condition.ts';
import { arrayOf, visibleIn, type Written } from '#core/list/conditions/predicate.ts';
import type { Params } from '#core/list/params.ts';
import type { Plan } from '#core/list/plan/plan.ts';
import type { Span } from '#core/list/plan/span.ts';
import type { AnyList } from '#core/list/types.ts';
import { groupedRows } from './grouped.ts';
import { after, orderBy } from './order.ts';

/** `columns`: columns of the list's table, including keys and id. */
export type RowsOf = {
  list: AnyList;
  span: Span;
  plan: Plan;
  predicates: readonly Predicate[];
  written: Written;
  columns: string;
  params: Params;
};

export function rowsSql(of: RowsOf): string {
  const { list, span, plan, columns, params } = of;
  const { keys, limit, offset } = span;
  const strategy = plan.rows;
  const { as } = list;
  const order = `order by ${orderBy(keys, (key) => key.by, `${as}.id`)}`;
  const range = `limit ${limit}${offset ? ` offset ${offset}` : ''}`;
  const select = (from: string) => `select ${columns} from ${from} ${order} ${range}`;
  switch (strategy.kind) {
    case 'indexOrder':
      return select(`${joined(of)} where ${testsOf(of)}`);
    case 'gather':
      // `offset 0`: all rows are found before they are sorted
      return select(`(select ${as}.* from ${list.table} ${as} where ${testsOf(of)} offset 0) ${as}`);
    case 'scanThenFilter': {
      const inOrder = `select ${as}.* from ${list.table} ${as} where ${testsOf(of, strategy.filters)} ${order} offset 0`;
      return select(`(${inOrder}) ${as} where ${strategy.filters.map(of.written.sqlOf).join(' and ')}`);
    }
    case 'perValue': {
      // a row that matches by two columns is returned for the first one only
      const { over } = strategy;
      const array = arrayOf(over, params);
      const branches = over.columns.map((column, i) => {
        const earlier = over.columns.slice(0, i).map((c) => `not coalesce(${c} = any(${array}), false)`);
        const tests = [testsOf(of, [over]), `${column} = v.value`, ...earlier].join(' and ');
        return `(select ${columns} from ${joined(of)} where ${tests} ${order} limit ${limit + offset})`;
      });
      return `select x.* from unnest(${array}) as v(value) cross join lateral (${branches.join(' union all ')}) x
        order by ${orderBy(keys, (_, i) => `x.s${i}`, 'x.id')} ${range}`;
    }
    case 'grouped':
      return groupedRows(list, strategy.groups, span, columns, params);
  }
}

function joined({ list, span, params }: RowsOf): string {
  const joins = new Set(span.keys.flatMap((key) => key.joins));
  return [
    `${list.table} ${list.as}`,
    ...[...joins].map((name) => list.joins?.[name]?.(params.own, visibleIn(params)) ?? ''),
  ].join(' ');
}

/** The conditions on the rows of the page, except those in `elsewhere`. */
function testsOf(of: RowsOf, elsewhere: readonly Predicate[] = []): string {
  const { list, span, plan, predicates, written, params } = of;
  return [
    params.own(list.as),
    ...predicates.filter((p) => !elsewhere.includes(p)).map(written.sqlOf),
    ...(span.position ? [after(span.keys, `${list.as}.id`, span.position, params)] : []),
    ...(plan.since && list.window
      ? [`${list.window.by} >= ${lowerBound(params.add(plan.since, 'timestamptz'), plan)}`]
      : []),
  ].join(' and ');
}

/**
 * Without their values, two bounds on a column are estimated to leave one row in 200, so that sorting them would seem best.
 * PostgreSQL does not take a comparison with an array for one of two bounds.
 */
const lowerBound = (value: string, { planned }: Plan): string => (planned === 'once' ? `any(array[${value}])` : value);

/** Number of matching rows. Here, too, sets are tested above the partitions. */
export const countSql = (list: AnyList, predicates: readonly Predicate[], written: Written, params: Params): string =>
  `select count(*) as n from ${matching(list, predicates, written, params)}`;

/** Number of matching rows by the value `g` of an expression. */
export const groupsSql = (of: Pick<RowsOf, 'list' | 'predicates' | 'written' | 'params'>, group: string): string =>
  `select ${group} as g, count(*) as n from ${matching(of.list, of.predicates, of.written, of.params)} group by 1`;

function matching(list: AnyList, predicates: readonly Predicate[], written: Written, params: Params): string {
  const sets = predicates.filter((p): p is InSet => p.kind === 'inSet');
  const others = predicates.filter((p) => p.kind !== 'inSet');
  const tests = [params.own(list.as), ...others.map(written.sqlOf)].join(' and ');
  const from = `${list.table} ${list.as} where ${tests}`;
  if (sets.length === 0) return from;
  return `(select ${list.as}.* from ${from} offset 0) ${list.as} where ${sets.map(written.sqlOf).join(' and ')}`;
}
