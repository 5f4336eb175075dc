import { tagObjectTypes } from '@keyward/contract/groups';
import { contentId } from '#core/events/events.ts';
import { tagCategory } from '#core/tags/tags.ts';
import type { Db } from '#db/tenant.ts';
import { requireId, insertAll } from './insert.ts';
import type { TagSpec, TagValues } from './spec.ts';

export type TagIds = {
  /** Definition ids by label. */
  definitions: ReadonlyMap<string, string>;
  /** The id of the location tag. */
  location: string | null;
  /** Location values by name. */
  locations: ReadonlyMap<string, string>;
  /** Labels of the text tags. */
  texts: ReadonlySet<string>;
};

const valueId = (tenantId: string, label: string, name: string) => contentId(tenantId, 'tagValue', label, name);

export async function insertTags(db: Db, tags: readonly TagSpec[]): Promise<TagIds> {
  const definitions = new Map(tags.map((t) => [t.label, contentId(db.tenantId, 'tag', t.label)]));
  const idOf = (label: string) => requireId(definitions, label);
  await insertAll(
    db,
    'tag_definition',
    tags.map((t, i) => ({
      id: idOf(t.label),
      label: t.label,
      category: tagCategory(t.kind === 'text' ? 0 : 1, t.objects ?? tagObjectTypes),
      type: t.kind === 'text' ? 0 : 1,
      is_location: t.kind === 'location',
      position: i,
    })),
  );
  await insertAll(
    db,
    'tag_object',
    tags.flatMap((t, i) =>
      (t.objects ?? tagObjectTypes).map((kind) => ({
        tag_definition_id: idOf(t.label),
        object_type: kind,
        position: i,
        required: t.required?.includes(kind) ?? false,
      })),
    ),
  );
  await insertAll(
    db,
    'tag_value',
    tags.flatMap((t) =>
      (t.values ?? []).map((name, i) => ({
        id: valueId(db.tenantId, t.label, name),
        tag_definition_id: idOf(t.label),
        name,
        position: i,
      })),
    ),
  );
  const location = tags.find((t) => t.kind === 'location');
  await insertAll(
    db,
    'location_hours',
    [...(location?.hours ?? [])].map(([name, { time_zone, week, exceptions, curfew }]) => ({
      value_id: valueId(db.tenantId, location?.label ?? '', name),
      time_zone,
      week: week && JSON.stringify(week),
      exceptions: JSON.stringify(exceptions),
      curfew,
    })),
  );
  return {
    definitions,
    location: location ? idOf(location.label) : null,
    locations: new Map((location?.values ?? []).map((v) => [v, valueId(db.tenantId, location?.label ?? '', v)])),
    texts: new Set(tags.filter((t) => t.kind === 'text').map((t) => t.label)),
  };
}

/** The tag values of an object, as rows of profile_tag or device_tag without their owner. */
export function seedTagRows(tenantId: string, owner: string, tags: TagValues, ids: TagIds) {
  return Object.entries(tags).flatMap(([label, values]) =>
    values.map((value) => {
      const every = value === '*';
      const text = ids.texts.has(label);
      return {
        id: contentId(tenantId, owner, label, value),
        tag_definition_id: requireId(ids.definitions, label),
        value_id: every || text ? null : valueId(tenantId, label, value),
        text: text ? value : null,
        every_value: every,
      };
    }),
  );
}
