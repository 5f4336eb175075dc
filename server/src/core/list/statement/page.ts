// Step 4 of a list request: the plan as one statement, which returns the page's rows and the exact total.
import { visibleIn, writePredicates, type Written } from '#core/list/conditions/predicate.ts';
import { newParams, type Params, type WriteSql } from '#core/list/params.ts';
import type { Plan } from '#core/list/plan/plan.ts';
import type { Span } from '#core/list/plan/span.ts';
import type { Resolved } from '#core/list/resolve.ts';
import type { AnyList } from '#core/list/types.ts';
import { isElsewhere, rowTags } from './row-tags.ts';
import { orderBy } from './order.ts';
import { countSql, groupsSql, rowsSql } from './rows.ts';

export type Statement = { text: string; values: readonly unknown[] };

/**
 * The page's rows: k0, k1 … and id for the cursor, `total`, the list's columns and, on request, the tags as `tags_json`
 * and `elsewhere`.
 */
export function pageStatement(tenantId: string, list: AnyList, request: Resolved, span: Span, plan: Plan): Statement {
  const params = newParams(tenantId, request.visibleLocations);
  const written = writePredicates(request.predicates, params, plan.reads);
  const total = totalSql(list, request, plan, written, params);
  const { keys } = span;
  const { from, page } = pageFrom(list, request, span, plan, written, params);
  const cursor = [...keys.map((_, i) => `${page}.s${i}::text as k${i}`), `${page}.id`, `${total} as total`];
  const tags = request.withTags && list.tags ? tagColumns(list.tags, params) : [];
  const visible = visibleIn(params);
  const detail = list.detail
    ? [list.detail.select(params.own, visible)]
    : (list.select ?? []).map((name) => `${list.as}.${name}`);
  const order = `order by ${orderBy(keys, (_, i) => `${page}.s${i}`, `${page}.id`)}`;
  const text = `select ${[...cursor, ...tags, ...detail].join(', ')} from ${from}
    ${list.detail?.joins(params.own, visible) ?? ''} ${order}`;
  return { text: written.prepared + text, values: params.values };
}

function tagColumns(tags: NonNullable<AnyList['tags']>, params: Params): string[] {
  const elsewhere = isElsewhere(tags, params);
  return [`${rowTags(tags, params)} as tags_json`, ...(elsewhere ? [`${elsewhere} as elsewhere`] : [])];
}

/** The separator of the rows of `pageTextStatement`. */
export const betweenRows = ',\n';

/**
 * The same page as one row, for a list with `stored` rows: `data`, all of them joined by `betweenRows`; `found`, their number;
 * `total`; and k0, k1 … and `id` of the last but one, with which the page ends if there is a next page.
 */
export function pageTextStatement(
  tenantId: string,
  list: AnyList & { stored: string },
  request: Resolved,
  span: Span,
  plan: Plan,
): Statement {
  const params = newParams(tenantId, request.visibleLocations);
  const written = writePredicates(request.predicates, params, plan.reads);
  const total = totalSql(list, request, plan, written, params);
  const { from, page } = pageFrom(list, request, span, plan, written, params);
  const order = `order by ${orderBy(span.keys, (_, i) => `${page}.s${i}`, `${page}.id`)}`;
  const ofEnd = (column: string) => `(array_agg(${page}.${column} ${order}))[${span.limit - 1}]::text`;
  const columns = [
    `string_agg(${list.as}.${list.stored}, '${betweenRows}' ${order}) as data`,
    'count(*) as found',
    `${total} as total`,
    ...span.keys.map((_, i) => `${ofEnd(`s${i}`)} as k${i}`),
    `${ofEnd('id')} as id`,
  ];
  return { text: `${written.prepared}select ${columns.join(', ')} from ${from}`, values: params.values };
}

/** The page's rows as a relation: the keys s0, s1 … and the id in `page`, the columns of the list's table in its own alias. */
function pageFrom(list: AnyList, request: Resolved, span: Span, plan: Plan, written: Written, params: Params) {
  const { keys } = span;
  const { as } = list;
  const id = `${as}.id`;
  const rowKey = plan.deferred ? (list.rowKey ?? []).map((column, i) => ({ column, name: `r${i}` })) : [];
  const whole = list.detail ? [`${as}.*`] : [`${id} as id`, ...(list.select ?? []).map((name) => `${as}.${name}`)];
  const columns = [
    ...keys.map(({ by }, i) => `${by} as s${i}`),
    ...(plan.deferred ? [`${id} as id`, ...rowKey.map(({ column, name }) => `${as}.${column} as ${name}`)] : whole),
  ].join(', ');
  const page = plan.deferred ? 'p' : as;
  const sameRow = [
    params.own(as),
    `${id} = p.id`,
    ...rowKey.map(({ column, name }) => `${as}.${column} = p.${name}`),
  ].join(' and ');
  // `offset 0`: one lookup by key per row; on a table without statistics PostgreSQL might run the page's query for each
  // row
  const byKey = `cross join lateral (select ${as}.* from ${list.table} ${as} where ${sameRow} offset 0) ${as}`;
  const { predicates } = request;
  const from = `(${rowsSql({ list, span, plan, predicates, written, columns, params })}) ${page} ${plan.deferred ? byKey : ''}`;
  return { from, page };
}

/** The total alone, as `n`. */
export function totalStatement(
  tenantId: string,
  list: AnyList,
  request: Resolved,
  plan: Pick<Plan, 'total'>,
): Statement {
  const params = newParams(tenantId, request.visibleLocations);
  const written = writePredicates(plan.total.kind === 'count' ? request.predicates : [], params);
  const total = totalSql(list, request, plan, written, params);
  return { text: `${written.prepared}select ${total} as n`, values: params.values };
}

/** Number of rows `n` by the value `g` of an expression on the list's table. */
export function groupsStatement(tenantId: string, list: AnyList, request: Resolved, group: WriteSql): Statement {
  const params = newParams(tenantId, request.visibleLocations);
  const { predicates } = request;
  const written = writePredicates(predicates, params);
  const text = groupsSql({ list, predicates, written, params }, group(params));
  return { text: `${written.prepared}${text}`, values: params.values };
}

/** The exact total as a scalar expression. */
function totalSql(
  list: AnyList,
  { predicates }: Resolved,
  { total }: Pick<Plan, 'total'>,
  written: Written,
  params: Params,
): string {
  switch (total.kind) {
    case 'counters':
      return total.sql(params);
    case 'known':
      return params.add(total.rows, 'bigint');
    case 'count':
      return `(${countSql(list, predicates, written, params)})`;
  }
}
