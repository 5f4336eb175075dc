// Conditions on the columns `tags.<id>`.
import { invalidFilterValue, unknownColumn } from '#core/list/refusals.ts';
import { newParams, type Params } from '#core/list/params.ts';
import { type AnyList, isAssigned, type TagColumns } from '#core/list/types.ts';
import { type Db, rows } from '#db/tenant.ts';
import type { Condition, Predicate, Test } from './condition.ts';
import { complete } from './predicate.ts';
import { textTest } from './text.ts';

/** The tag of a condition. `valueIds`: the tag's values that match the test of the condition. */
export type ResolvedTag = { type: 0 | 1; isLocation: boolean; valueIds: string[] };

/** Whether the condition is on `tags.<id>`. */
export const isTagCondition = (list: AnyList, { column }: Condition) =>
  list.tags !== undefined && column.startsWith('tags.');

/**
 * The tag of a condition, in one round trip. Throws PortalError unknownColumn for a tag that the list does not show,
 * and invalidFilterValue for a value that the tag does not have.
 */
export async function resolveTag(db: Db, list: AnyList, { column, test }: Condition): Promise<ResolvedTag> {
  const params = newParams(db.tenantId);
  const { own } = params;
  const names = test.op === 'in' ? test.values : [];
  const matches = test.op === 'exists' ? 'false' : textTest('v.name_fold', test, params);
  const offered = isAssigned(list.tags)
    ? `exists (select 1 from tag_object o where ${own('o')} and o.tag_definition_id = f.id
          and o.object_type = ${params.add(list.tags.object, 'text')})`
    : 'f.is_location';
  const text = `select f.type, f.is_location as "isLocation",
      array(select v.id from tag_value v where ${own('v')} and v.tag_definition_id = f.id and ${matches}) as "valueIds",
      (select n from unnest(${params.add(names, 'text[]')}) n where f.type = 1 and not exists (
        select 1 from tag_value v where ${own('v')} and v.tag_definition_id = f.id and v.name_fold = fold(n)) limit 1)
        as "unknownValue"
    from tag_definition f where ${own('f')} and f.id = ${params.add(column.slice('tags.'.length), 'uuid')} and ${offered}`;
  const [row] = await rows<ResolvedTag & { unknownValue: string | null }>(db, text, params.values, { once: true });
  if (!row) throw unknownColumn(column);
  const { unknownValue, ...tag } = row;
  if (unknownValue !== null) throw invalidFilterValue(column, unknownValue);
  return tag;
}

/**
 * A condition on a tag other than the location: group tags match by the names of their values, text tags by their text.
 * A row that is assigned every value of a group matches each of them.
 */
export function tagPredicate(tags: TagColumns, condition: Condition, { type, valueIds }: ResolvedTag): Predicate {
  const { column, test } = condition;
  const assigned = (params: Params, more = '') => `exists (select 1 from ${tags.from(params.own)}
    and g.${tags.owner} = ${tags.id} and g.tag_definition_id = ${params.add(column.slice('tags.'.length), 'uuid')}${more})`;
  if (test.op === 'exists') {
    return { kind: 'test', sql: (params) => (test.value ? assigned(params) : `not ${assigned(params)}`) };
  }
  const matching = (constraint: Exclude<Test, { op: 'exists' }>, params: Params) => {
    if (type === 0) return assigned(params, ` and ${textTest('fold(g.text)', constraint, params)}`);
    const every = valueIds.length > 0 ? ' or g.every_value' : '';
    return assigned(params, ` and (g.value_id = any(${params.add(valueIds, 'uuid[]')})${every})`);
  };
  return complete(
    { kind: 'test', sql: (params) => matching(test, params) },
    condition,
    (params) => `not ${assigned(params)}`,
  );
}
