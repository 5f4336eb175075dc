import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { bulkChanged } from './bulk-changed.ts';
import { rowRefusal } from './errors.ts';
import { limits } from './limits.ts';
import { can } from './permissions.ts';
import { affectedPerson } from './roles.ts';
import { chosenRows, givesSome, nothingGiven, tagChange } from './selection.ts';
import { id, idParams } from './text.ts';

const roleIds = z.array(id).max(limits.filterValues);

/** One change to several profiles: `give` is added to what each of them has, `take` is removed from it. */
const bulkChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('roles'), give: roleIds, take: roleIds }).refine(givesSome, nothingGiven),
  /** A group or the location; giving a location replaces the previous one. */
  tagChange,
  /** Only for the in-product admin. */
  z.object({ kind: z.literal('active'), disabled: z.boolean() }),
  /** Ends the validity now. */
  z.object({ kind: z.literal('end') }),
  /** Mails a link to set a password. */
  z.object({ kind: z.literal('sendReset') }),
]);
export type BulkChange = z.output<typeof bulkChange>;

const body = z.object({ rows: chosenRows, change: bulkChange });

const bulkPreview = z.object({
  /** Number of profiles that the change affects, and of those that stay as they are. */
  changed: z.int(),
  unchanged: z.int(),
  /** Number of profiles that gain permissions, and that lose some. */
  gaining: z.int(),
  losing: z.int(),
  /** Number of sessions that end, and of mails that are sent. */
  sessions: z.int(),
  mails: z.int(),
  /** The affected profiles, in the order of the selection, at most `limits.impactPeople`. */
  people: z.array(
    affectedPerson.extend({
      values: z.array(
        z.object({ attribute: z.string(), oldValue: z.string().nullable(), newValue: z.string().nullable() }),
      ),
    }),
  ),
  /** The profiles that refuse the change, at most `limits.impactPeople`; with one of them, none is changed. */
  refused: z.array(rowRefusal.extend({ id, name: z.string() })),
  refusals: z.int(),
  /** Ids of all profiles that refuse the change. */
  refusedIds: z.array(id),
});
export type BulkPreview = z.infer<typeof bulkPreview>;

export const bulkChanges = {
  preview: endpoint({
    method: 'POST',
    path: '/api/v1/users/change/preview',
    repeatable: true,
    summary: 'What a change to the chosen profiles would do to each of them, and who refuses it. Nothing is written.',
    needs: can.editUsers,
    body,
    reply: z.object({ data: bulkPreview }),
  }),
  apply: endpoint({
    method: 'POST',
    path: '/api/v1/users/change',
    summary:
      'Give or take roles, groups or a location, enable, disable, end, or send reset instructions: all the chosen profiles or none.',
    needs: can.editUsers,
    body,
    reply: z.object({ data: bulkChanged }),
  }),
  ofEvent: endpoint({
    method: 'GET',
    path: '/api/v1/bulk-changes',
    summary:
      'The change to several profiles that an event belongs to, while it can be undone (for 30 days, once); else none.',
    needs: can.editUsers,
    query: z.object({ event: id }),
    reply: z.object({ data: z.array(z.object({ id, profiles: z.int() })) }),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/v1/bulk-changes/:id/undo',
    summary:
      'Undo a change to several profiles, all or none, by a new change. Refused if one of them was changed since.',
    needs: can.editUsers,
    params: idParams,
    reply: z.object({ data: bulkChanged }),
  }),
};
