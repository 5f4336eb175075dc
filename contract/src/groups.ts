import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { can } from './permissions.ts';
import { id } from './text.ts';

/** Type 0: a text field; type 1: an access-group category with values. Specification, part 2, section 3. */
export const tagTypes = { text: 0, group: 1 } as const;

export const tagDefinition = z.object({
  id,
  label: z.string(),
  category: z.string(),
  order: z.int(),
  type: z.union([z.literal(0), z.literal(1)]),
  is_location: z.boolean(),
  values: z.array(z.object({ id, name: z.string(), order: z.int() })),
  objects: z.array(z.object({ type: z.enum(['users', 'devices']), order: z.int(), required: z.boolean() })),
});
export type TagDefinition = z.infer<typeof tagDefinition>;

/** What an object carries, with names: as rows and details show it. `values` is ['*'] for all. */
export const tagAssignment = z.object({
  tagId: id,
  label: z.string(),
  type: z.union([z.literal(0), z.literal(1)]),
  values: z.array(z.string()),
});
export type TagAssignment = z.infer<typeof tagAssignment>;

/** What a form sends: names of values for groups ('*' for all), one text for text tags. Empty `values` clears. */
export const tagInput = z.object({
  tagId: id,
  values: z.array(z.string()).max(500),
  type: z.union([z.literal(0), z.literal(1)]).optional(),
  label: z.string().optional(),
});
export type TagInput = z.infer<typeof tagInput>;

export const tagDefinitionsQuery = z.object({
  type: z.enum(['0', '1']).optional(),
  object_type: z.enum(['users', 'devices']).optional(),
  is_location: z.enum(['true', 'false']).optional(),
});

export const groups = {
  definitions: endpoint({
    method: 'GET',
    path: '/api/v1/tag-definitions',
    summary: 'Tag definitions with their values, in their order.',
    needs: can.readTags,
    query: tagDefinitionsQuery,
    reply: z.object({ data: z.array(tagDefinition) }),
  }),
};
