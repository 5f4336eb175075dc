// The tags of the rows of a page, if the query has `with=tags`.
import { visibleIn } from '#core/list/conditions/predicate.ts';
import type { Params } from '#core/list/params.ts';
import { isAssigned, type LocationTags, type TagColumns } from '#core/list/types.ts';

/** The tags of a row by tag id, as JSON text: an object of texts and of lists of names. */
export const rowTags = (tags: TagColumns | LocationTags, params: Params): string =>
  isAssigned(tags) ? assignedTags(tags, params.own) : locationTags(tags, params);

/** The locations of the event that are visible to the actor; with all-data access also deleted ones, last, by former names. */
function locationTags({ set }: LocationTags, params: Params): string {
  const { own } = params;
  const seen = visibleIn(params)('v.id');
  const visible = seen ? ` and ${seen}` : '';
  // a deleted location is not in any scope
  const former = seen
    ? ''
    : ` union all select l.tag_definition_id, l.id, l.name, null from former_location l
        where ${own('l')} and l.id = any(s.locations)`;
  return `coalesce((
    select jsonb_object_agg(x.tag, x.content) from (
      select v.tag_definition_id as tag, jsonb_agg(v.name order by v.position, v.id) as content
      from location_set s
      join lateral (
        select w.tag_definition_id, w.id, w.name, w.position from tag_value w
        where ${own('w')} and w.id = any(s.locations)${former}) v on true${visible}
      join tag_definition f on ${own('f')} and f.id = v.tag_definition_id and f.is_location
      where ${own('s')} and s.id = ${set} group by v.tag_definition_id) x), '{}')::text`;
}

/** The test that the event has a location that is not visible to the actor; undefined if there can be none. */
export function isElsewhere(tags: TagColumns | LocationTags, params: Params): string | undefined {
  const { own } = params;
  const seen = isAssigned(tags) ? undefined : visibleIn(params)('l.id');
  if (isAssigned(tags) || seen === undefined) return undefined;
  return `exists (select 1 from location_set s, unnest(s.locations) l(id)
    where ${own('s')} and s.id = ${tags.set} and not ${seen})`;
}

/** All tags but the location, for which a list of this kind has a column. */
const assignedTags = ({ from, owner, id }: TagColumns, own: Params['own']): string => `coalesce((
  select jsonb_object_agg(x.tag, x.content) from (
    select g.tag_definition_id as tag, case when min(f.type) = 0 then to_jsonb(min(g.text))
      else jsonb_agg(case when g.every_value then '*' else v.name end order by v.position, g.value_id) end as content
    from (select g.* from ${from(own)} and g.${owner} = ${id}) g
    join tag_definition f on ${own('f')} and f.id = g.tag_definition_id and not f.is_location
    left join tag_value v on ${own('v')} and v.id = g.value_id group by g.tag_definition_id) x), '{}')::text`;
