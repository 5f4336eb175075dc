// Step 4 of a list request: the plan as one statement, which returns the page's rows and the exact total.
import { equalsOneOf, writePredicates, type Written } from '#core/list/conditions/predicate.ts';
import { newParams, type Params, type WriteSql } from '#core/list/params.ts';
import type { Plan } from '#core/list/plan/plan.ts';
import type { Span } from '#core/list/plan/span.ts';
import type { Resolved } from '#core/list/resolve.ts';
import type { AnyList } from '#core/list/types.ts';
import { rowTags } from './row-tags.ts';
import { orderBy } from './order.ts';
import { countSql, groupsSql, rowsSql } from './rows.ts';

export type Statement = { text: string; values: readonly unknown[] };

/**
 * The page's rows: k0, k1 … and id for the cursor, `total`, the list's columns and, on request, the tags as `tags_json`.
 */
export function pageStatement(tenantId: string, list: AnyList, request: Resolved, span: Span, plan: Plan): Statement {
  const params = newParams(tenantId);
  const { predicates } = request;
  const written = writePredicates(predicates, params, plan.reads);
  const total = totalSql(list, request, plan, written, params);
  const { keys } = span;
  const id = `${list.as}.id`;
  const rowKey = plan.deferred ? (list.rowKey ?? []).map((column, i) => ({ column, name: `r${i}` })) : [];
  const own = list.select ?? [];
  const columns = [
    ...keys.map(({ by }, i) => `${by} as s${i}`),
    `${id} as id`,
    ...rowKey.map(({ column, name }) => `${list.as}.${column} as ${name}`),
    ...(plan.deferred ? [] : own.map((name) => `${list.as}.${name}`)),
  ].join(', ');
  const rows = rowsSql({ list, span, plan, predicates, written, columns, params });
  const cursor = [...keys.map((_, i) => `p.s${i}::text as k${i}`), 'p.id', `${total} as total`];
  const order = `order by ${orderBy(keys, (_, i) => `p.s${i}`, 'p.id')}`;
  if (!plan.deferred) {
    const text = `select ${[...cursor, ...own.map((name) => `p.${name}`)].join(', ')} from (${rows}) p ${order}`;
    return { text: written.prepared + text, values: params.values };
  }
  const sameRow = [
    params.own(list.as),
    `${id} = p.id`,
    ...rowKey.map(({ column, name }) => `${list.as}.${column} = p.${name}`),
  ].join(' and ');
  // `offset 0`: one lookup by key per row; on a table without statistics PostgreSQL might run the page's query for each
  // row
  const row = `select ${list.as}.* from ${list.table} ${list.as} where ${sameRow} offset 0`;
  const tags =
    request.withTags && list.tags ? [`${rowTags(list.tags, request.visibleLocations, params)} as tags_json`] : [];
  const seen = request.visibleLocations;
  const visible = (column: string) => (seen ? equalsOneOf(column, seen, 'uuid[]', params) : undefined);
  const detail = list.detail ? [list.detail.select(params.own)] : own.map((name) => `${list.as}.${name}`);
  const text = `select ${[...cursor, ...tags, ...detail].join(', ')} from (${rows}) p
    cross join lateral (${row}) ${list.as} ${list.detail?.joins(params.own, visible) ?? ''} ${order}`;
  return { text: written.prepared + text, values: params.values };
}

/** The total alone, as `n`. */
export function totalStatement(
  tenantId: string,
  list: AnyList,
  request: Resolved,
  plan: Pick<Plan, 'total'>,
): Statement {
  const params = newParams(tenantId);
  const written = writePredicates(plan.total.kind === 'count' ? request.predicates : [], params);
  const total = totalSql(list, request, plan, written, params);
  return { text: `${written.prepared}select ${total} as n`, values: params.values };
}

/** The number of rows `n` by the value `g` of an expression on the list's table. */
export function groupsStatement(tenantId: string, list: AnyList, request: Resolved, group: WriteSql): Statement {
  const params = newParams(tenantId);
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
