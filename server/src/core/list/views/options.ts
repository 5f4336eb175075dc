// The values that a column offers for a filter.
import { limits } from '@keyward/contract/limits';
import { fold } from '@keyward/contract/characters';
import type { Actor } from '#core/auth/session.ts';
import { type Db, rows } from '#db/tenant.ts';
import { contains } from '#core/list/conditions/text.ts';
import { isTagColumn } from '#core/list/grammar/query.ts';
import { newParams } from '#core/list/params.ts';
import { unknownColumn } from '#core/list/refusals.ts';
import type { AnyList, Column } from '#core/list/types.ts';
import { listTags, visibleValues } from './schema.ts';

/**
 * The values of a column that contain `search`, in their order: at most `limits.filterOptions`, and only those that the
 * actor's locations show. Throws PortalError unknownColumn.
 */
export async function filterOptions(
  db: Db,
  actor: Actor,
  list: AnyList,
  name: string,
  search: string,
): Promise<string[]> {
  if (list.tags && isTagColumn(name)) return tagOptions(db, actor, list, name, search);
  const column = Object.hasOwn(list.columns, name) ? list.columns[name] : undefined;
  if (!column?.filter) throw unknownColumn(name);
  if (column.offers) return lookupOptions(db, actor, list, { ...column, offers: column.offers }, search);
  return matching(column.type === 'boolean' ? ['true', 'false'] : (column.values ?? []), search);
}

const matching = (values: readonly string[], search: string) =>
  values.filter((value) => fold(value).includes(fold(search))).slice(0, limits.filterOptions);

async function tagOptions(db: Db, actor: Actor, list: AnyList, name: string, search: string): Promise<string[]> {
  const definition = (await listTags(db, list)).find(({ id }) => name === `tags.${id}`);
  if (!definition) throw unknownColumn(name);
  return matching(
    visibleValues(actor, definition).map((value) => value.name),
    search,
  );
}

async function lookupOptions(
  db: Db,
  actor: Actor,
  list: AnyList,
  { offers, within, lookup }: Column & { offers: NonNullable<Column['offers']> },
  search: string,
): Promise<string[]> {
  const scope = await list.scope.values(db, actor);
  if (scope?.length === 0) return [];
  const params = newParams(db.tenantId);
  const order = `(${offers.folded} collate natural_order)`;
  const tests = [`${offers.shown} is not null`];
  if (search) {
    if (within) tests.push(contains(within, search, params));
    tests.push(contains(offers.folded, search, params));
  }
  const visible = offers.visible?.(scope, params);
  if (visible) tests.push(visible);
  const text = `select x.value from (
      select distinct on (${order}, ${offers.shown}) ${order} as place, ${offers.shown} as value
      from ${lookup?.from(params.own)} and ${tests.join(' and ')}
      order by ${order}, ${offers.shown} limit ${limits.filterOptions}) x order by x.place, x.value`;
  return (await rows<{ value: string }>(db, text, params.values, { once: true })).map(({ value }) => value);
}
