import { tagObjectTypes } from '@keyward/contract/groups';
import { insertRows } from '#db/bulk.ts';
import { contentId } from '#core/events/events.ts';
import { tagCategory } from '#core/tags/tags.ts';
import type { Db } from '#db/tenant.ts';
import type { TagSpec, TagValues } from './spec.ts';

export type TagIds = {
  /** Definition ids by label. */
  definitions: ReadonlyMap<string, string>;
  /** The definition of the locations. */
  location: string | null;
  /** Location values by name. */
  locations: ReadonlyMap<string, string>;
  /** Labels of the text tags. */
  texts: ReadonlySet<string>;
};

const valueId = (tenantId: string, label: string, name: string) => contentId(tenantId, 'tagValue', label, name);

export async function insertTags(db: Db, tags: readonly TagSpec[]): Promise<TagIds> {
  const definitions = new Map(tags.map((t) => [t.label, contentId(db.tenantId, 'tag', t.label)]));
  const of = (label: string) => definitions.get(label);
  await insertRows(
    db,
    'tag_definition (tenant_id, id, label, category, type, is_location, position)',
    tags.map((t, i) => [
      of(t.label),
      t.label,
      tagCategory(t.kind === 'text' ? 0 : 1, t.objects ?? tagObjectTypes),
      t.kind === 'text' ? 0 : 1,
      t.kind === 'location',
      i,
    ]),
  );
  await insertRows(
    db,
    'tag_object (tenant_id, tag_definition_id, object_type, position, required)',
    tags.flatMap((t, i) =>
      (t.objects ?? tagObjectTypes).map((kind) => [of(t.label), kind, i, t.required?.includes(kind) ?? false]),
    ),
  );
  await insertRows(
    db,
    'tag_value (tenant_id, id, tag_definition_id, name, position)',
    tags.flatMap((t) => (t.values ?? []).map((v, i) => [valueId(db.tenantId, t.label, v), of(t.label), v, i])),
  );
  const location = tags.find((t) => t.kind === 'location');
  return {
    definitions,
    location: location ? (of(location.label) ?? null) : null,
    locations: new Map((location?.values ?? []).map((v) => [v, valueId(db.tenantId, location?.label ?? '', v)])),
    texts: new Set(tags.filter((t) => t.kind === 'text').map((t) => t.label)),
  };
}

/** Rows of profile_tag or device_tag: id, owner, definition, value, text, every_value. */
export function tagRows(tenantId: string, owner: string, tags: TagValues, ids: TagIds): unknown[][] {
  return Object.entries(tags).flatMap(([label, values]) =>
    values.map((value) => {
      const every = value === '*';
      const text = ids.texts.has(label);
      return [
        contentId(tenantId, owner, label, value),
        owner,
        ids.definitions.get(label),
        every || text ? null : valueId(tenantId, label, value),
        text ? value : null,
        every,
      ];
    }),
  );
}
