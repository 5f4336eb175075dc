import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { can, type Rule } from './permissions.ts';
import { cleanText, id, idParams, line, text } from './text.ts';

/** Type 0: a text field; type 1: an access-group category with values. Specification, part 2, section 3. */
export const tagTypes = { text: 0, group: 1 } as const;
export type TagType = (typeof tagTypes)[keyof typeof tagTypes];
const tagType = z.union([z.literal(0), z.literal(1)]);

/** Object types that can have a tag. */
export const tagObjectTypes = ['users', 'devices'] as const;
export type TagObjectType = (typeof tagObjectTypes)[number];

/** Each kind of tag has its own permissions to read and to edit. Specification, part 2, section 2 'Tag management'. */
export const tagRights: Record<TagType, { read: Rule; edit: Rule }> = {
  [tagTypes.text]: { read: can.readTextTags, edit: can.editTextTags },
  [tagTypes.group]: { read: can.readGroups, edit: can.editGroups },
};

const tagDefinition = z.object({
  id,
  label: z.string(),
  /** 'acgs' for access groups; text fields: 'all', 'users' or 'devices', by their object types. */
  category: z.string(),
  order: z.int(),
  type: tagType,
  is_location: z.boolean(),
  /** `time_zone`: a location's own; null for other values too. */
  values: z.array(z.object({ id, name: z.string(), order: z.int(), time_zone: z.string().nullable() })),
  objects: z.array(z.object({ type: z.enum(tagObjectTypes), order: z.int(), required: z.boolean() })),
});
export type TagDefinition = z.infer<typeof tagDefinition>;

/** A definition for callers who do not manage tags: specification, part 2, section 3. */
const namedTag = tagDefinition.extend({
  /** Ordered by `byName`, regardless of the stored order. */
  values: z.array(z.string()),
});

/** A definition for callers who manage tags: with the version for If-Match. */
const managedTag = tagDefinition.extend({ version: z.int() });
export type ManagedTag = z.infer<typeof managedTag>;

/** Tag content of an object by name, as in rows and details. `values` is ['*'] for all. */
export const tagAssignment = z.object({
  tagId: id,
  label: z.string(),
  type: tagType,
  values: z.array(z.string()),
});
export type TagAssignment = z.infer<typeof tagAssignment>;

/** Tag content sent by a form: names of values for groups ('*' for all), one text for text tags. Empty `values` clears. */
export const tagInput = z.object({
  tagId: id,
  values: z.array(text(2 * limits.textTag, 'textTagTooLong')).max(limits.tagValues),
  type: tagType.optional(),
  label: text(limits.textTag).optional(),
});
export type TagInput = z.infer<typeof tagInput>;

export const tagDefinitionsQuery = z.object({
  type: z.enum(['0', '1']).optional(),
  object_type: z.enum(tagObjectTypes).optional(),
  is_location: z.enum(['true', 'false']).optional(),
});

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
/** The default order of values: '2' before '10', ignoring case. Part 2, section 3. */
export const byName = (a: string, b: string): number => collator.compare(a, b);

/** '*' means all values, so it is not a valid name. Specification, part 2, section 5 'Tag'. */
const isReserved = (name: string) => ['*', 'all'].includes(name.normalize('NFKC').trim().toLowerCase());
const named = (max: number, tooLong: string) =>
  line(max, { required: 'required', tooLong }).refine((s) => !isReserved(s), { error: 'reservedNameNotAllowed' });
export const tagName = named(limits.tagName, `nameCannotExceedCharacters:${limits.tagName}`);
export const tagValueName = named(limits.tagValue, `nameCannotExceedCharacters:${limits.tagValue}`);

const distinct = (list: readonly string[]) => new Set(list).size === list.length;
const objects = z
  .array(
    z.object({
      type: z.enum(tagObjectTypes),
      order: z.int().min(0).max(1_000_000).optional(),
      required: z.boolean().default(false),
    }),
  )
  .min(1, { error: 'required' })
  .refine((list) => distinct(list.map((o) => o.type)), { error: 'duplicate' });
export type TagObjects = z.output<typeof objects>;

export const tagCreate = z.object({
  label: tagName,
  type: tagType,
  /** Stored in the order of `byName`; empty for a text field. */
  values: z.array(tagValueName).max(limits.tagValues).default([]),
  /** Default: profiles and devices. */
  objects: objects.optional(),
});

export const tagUpdate = z.object({
  /** Absent: unchanged. */
  label: tagName.optional(),
  /**
   * The whole list in its new order: `{ id }` or the name for a kept value, a name for a new one. Missing values
   * are deleted. Absent: the values stay unchanged.
   */
  values: z
    .array(z.union([tagValueName, z.object({ id })]))
    .max(limits.tagValues)
    .optional(),
  /** Cannot change. */
  type: tagType.optional(),
  /** Absent: unchanged. Object types that are removed lose their tag content. */
  objects: objects.optional(),
});

export const tagValuesEdit = z.object({
  /** `newValue` null deletes the value. All pairs or none. */
  values: z
    .array(z.object({ oldValue: cleanText(limits.textTag), newValue: tagValueName.nullable() }))
    .min(1, { error: 'required' })
    .max(limits.filterValues)
    .refine((list) => distinct(list.map((pair) => pair.oldValue)), { error: 'duplicate' }),
});

const count = z.int();
const tagUsage = z.object({
  /** Number of objects with the tag. */
  devices: count,
  /** Number of these devices outside the caller's locations; 0 for the location tag, whose values no deletion takes. */
  hidden: count,
  profiles: count,
  /** Number of these objects that have every value, as '*'. */
  every: z.object({ devices: count, profiles: count }),
  /**
   * Number of objects with each single value; '*' is not counted, since no deletion of a value takes it. `opened`:
   * devices with no other value of the tag, which restricts them no longer once the value is deleted.
   */
  values: z.array(z.object({ id, devices: count, opened: count, hidden: count, profiles: count })),
});
export type TagUsage = z.infer<typeof tagUsage>;

const saved = z.object({ data: managedTag, msg: z.string() });

export const groups = {
  definitions: endpoint({
    method: 'GET',
    path: '/api/v1/tag-definitions',
    summary: 'Tag definitions with their values (id, name and order), in their order.',
    needs: can.readTags,
    query: tagDefinitionsQuery,
    reply: z.object({ data: z.array(tagDefinition) }),
  }),
  names: endpoint({
    method: 'GET',
    path: '/api/v1/tag-definitions/names',
    summary: 'The same definitions with the names of their values alone, sorted as numbers and without regard to case.',
    needs: can.readTags,
    query: tagDefinitionsQuery,
    reply: z.object({ data: z.array(namedTag) }),
  }),
  all: endpoint({
    method: 'GET',
    path: '/api/v1/tag-definitions/all',
    summary: 'The tag definitions of one kind, for those who manage them.',
    needs: can.readAnyTags,
    query: z.object({ type: z.enum(['0', '1']), object_type: z.enum(tagObjectTypes).optional() }),
    reply: z.object({ data: z.array(managedTag) }),
  }),
  usage: endpoint({
    method: 'GET',
    path: '/api/v1/tag-definitions/:id/usage',
    summary: 'How many devices and profiles carry a tag and its values: what a deletion would take from them.',
    needs: can.editAnyTags,
    params: idParams,
    reply: z.object({ data: tagUsage }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/tag-definitions',
    summary: 'Add a tag; type 1 is an access-group category with values, type 0 a text field.',
    needs: can.editAnyTags,
    body: tagCreate,
    reply: saved,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/tag-definitions/:id',
    summary: 'Change a tag: its name, its values and their order, what carries it.',
    needs: can.editAnyTags,
    params: idParams,
    body: tagUpdate,
    reply: saved,
    etag: true,
  }),
  editValues: endpoint({
    method: 'PATCH',
    path: '/api/v1/tag-definitions/:id/values/edit',
    summary:
      'Rename or delete values; a deleted one is removed from every object that has it. Taking one from devices needs the rights to do so by hand.',
    needs: can.editAnyTags,
    params: idParams,
    body: tagValuesEdit,
    reply: saved,
  }),
  move: endpoint({
    method: 'PATCH',
    path: '/api/v1/tag-definitions/:id/order',
    summary: 'Put a tag before another of its kind, or last.',
    needs: can.editAnyTags,
    params: idParams,
    body: z.object({ before: id.nullable() }),
    reply: saved,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/tag-definitions/:id',
    summary:
      'Delete a tag with its values; it is removed from every object that has it. Taking a group from devices needs the rights to do so by hand.',
    needs: can.editAnyTags,
    params: idParams,
  }),
};
