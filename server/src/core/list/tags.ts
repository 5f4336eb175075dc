import { type Db, rows } from '#db/tenant.ts';
import { isAssigned } from './define.ts';
import { newParams, type Params } from './params.ts';
import { invalidFilterValue, unknownColumn } from './refusals.ts';
import { textTest } from './text-test.ts';
import { complete, oneOf } from './where.ts';
import type { AnyList, Condition, Piece, PlaceTags, TagColumns, Test } from './types.ts';

/**
 * What a row carries of each tag: an object of texts and of lists of names, as JSON text. `seen`: the locations that
 * the caller sees; null: all.
 */
export const carriedTags = (tags: TagColumns | PlaceTags, seen: readonly string[] | null, params: Params): string =>
  isAssigned(tags) ? assignedTags(tags, params.own) : placeTags(tags, seen, params);

/** The locations where it was, those that the caller sees. */
function placeTags({ set }: PlaceTags, seen: readonly string[] | null, params: Params): string {
  const { own } = params;
  const visible = seen ? ` and ${oneOf('v.id', seen, 'uuid[]', params)}` : '';
  return `coalesce((
    select jsonb_object_agg(x.tag, x.content) from (
      select v.tag_definition_id as tag, jsonb_agg(v.name order by v.position, v.id) as content
      from location_set s
      join tag_value v on ${own('v')} and v.id = any(s.locations)${visible}
      join tag_definition f on ${own('f')} and f.id = v.tag_definition_id and f.is_location
      where ${own('s')} and s.id = ${set} group by v.tag_definition_id) x), '{}')::text`;
}

/** All but the location, which such a list has a column for. */
const assignedTags = ({ table, owner, id }: TagColumns, own: Params['own']): string => `coalesce((
  select jsonb_object_agg(x.tag, x.content) from (
    select g.tag_definition_id as tag, case when min(f.type) = 0 then to_jsonb(min(g.text))
      else jsonb_agg(case when g.every_value then '*' else v.name end order by v.position, g.value_id) end as content
    from ${table} g
    join tag_definition f on ${own('f')} and f.id = g.tag_definition_id and not f.is_location
    left join tag_value v on ${own('v')} and v.id = g.value_id
    where ${own('g')} and g.${owner} = ${id} group by g.tag_definition_id) x), '{}')::text`;

/** `matched`: the values that the condition's test finds. */
export type TagFound = { type: 0 | 1; is_location: boolean; matched: string[] };

/** Is it a condition on `tags.<id>`? */
export const onTag = (list: AnyList, { column }: Condition) => list.tags !== undefined && column.startsWith('tags.');

/**
 * The tag that a condition is about. Throws PortalError unknownColumn for a tag that the list does not show, and
 * invalidFilterValue for a value that the tag does not have.
 */
export async function findTag(db: Db, list: AnyList, { column, test }: Condition): Promise<TagFound> {
  const params = newParams(db.tenantId);
  const { own } = params;
  const asked = test.op === 'in' ? test.values : [];
  const matches = test.op === 'exists' ? 'false' : textTest('v.name_fold', test, params);
  const shown = isAssigned(list.tags)
    ? `exists (select 1 from tag_object o where ${own('o')} and o.tag_definition_id = f.id
          and o.object_type = ${params.add(list.tags.object, 'text')})`
    : 'f.is_location';
  const text = `select f.type, f.is_location,
      array(select v.id from tag_value v where ${own('v')} and v.tag_definition_id = f.id and ${matches}) as matched,
      (select n from unnest(${params.add(asked, 'text[]')}) n where f.type = 1 and not exists (
        select 1 from tag_value v where ${own('v')} and v.tag_definition_id = f.id and v.name_fold = fold(n)) limit 1)
        as stranger
    from tag_definition f where ${own('f')} and f.id = ${params.add(column.slice('tags.'.length), 'uuid')} and ${shown}`;
  const [found] = await rows<TagFound & { stranger: string | null }>(db, text, params.values, { once: true });
  if (!found) throw unknownColumn(column);
  const { stranger, ...tag } = found;
  if (stranger !== null) throw invalidFilterValue(column, stranger);
  return tag;
}

/**
 * A condition on a tag that is no location: groups by the names of their values, text tags by their text. Somebody or
 * something that has every value has each of them.
 */
export function tagPiece(tags: TagColumns, condition: Condition, { type, matched }: TagFound, params: Params): Piece {
  const { column, test } = condition;
  const tag = params.add(column.slice('tags.'.length), 'uuid');
  const assigned = (more: string) => `exists (select 1 from ${tags.table} g where ${params.own('g')}
    and g.${tags.owner} = ${tags.id} and g.tag_definition_id = ${tag}${more})`;
  const absent = `not ${assigned('')}`;
  const matching = (asked: Exclude<Test, { op: 'exists' }>) => {
    if (type === 0) return assigned(` and ${textTest('fold(g.text)', asked, params)}`);
    const every = matched.length > 0 ? ' or g.every_value' : '';
    return assigned(` and (g.value_id = any(${params.add(matched, 'uuid[]')})${every})`);
  };
  if (test.op === 'exists') return { text: test.value ? assigned('') : absent };
  return complete({ text: matching(test) }, condition, absent);
}
