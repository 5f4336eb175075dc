import { z } from 'zod';
import { device } from './devices.ts';
import { endpoint } from './endpoint.ts';
import { rowRefusal } from './errors.ts';
import { can } from './permissions.ts';
import { profile } from './profiles.ts';
import { id, idParams, instant, text } from './text.ts';

/** Days for which a deleted device or profile can be restored. */
export const restoreDays = 30;
/** Number of rows on a page. */
export const deletionsPage = 50;

const deletion = z.object({
  /** The id of the deleted row; a restored row gets another. */
  id,
  name: z.string(),
  /** The serial number of a device, the profile ID of a profile. */
  detail: z.string(),
  deleted_at: instant,
  /** The name of the profile that deleted it. */
  deleted_by: z.string(),
  /** End of the time in which it can be restored. */
  until: instant,
});
export type Deletion = z.infer<typeof deletion>;

/** Reasons why a part is not restored: it no longer exists, or the caller may not give it. */
const missingReasons = ['gone', 'notAllowed'] as const;
const missing = z.object({
  kind: z.enum(['role', 'value', 'text']),
  name: z.string(),
  /** The tag of a value. */
  of: z.string().nullable(),
  reason: z.enum(missingReasons),
});
export type Missing = z.infer<typeof missing>;

const preview = deletion.extend({
  missing: z.array(missing),
  /** Why the caller cannot restore it now; null: the caller can. */
  obstacle: rowRefusal.nullable(),
});
export type RestorePreview = z.infer<typeof preview>;

const listQuery = z.object({
  /** Only the row that had this id. */
  id: id.optional(),
  /** From 1 on. */
  page: text(5)
    .regex(/^[1-9]\d{0,4}$/)
    .optional(),
});
const list = z.object({
  data: z.array(deletion),
  total_results: z.int(),
});

export const deletions = {
  devices: endpoint({
    method: 'GET',
    path: '/api/v1/deletions/devices',
    summary: 'The devices within the caller’s locations that were deleted in the last 30 days, newest first.',
    needs: can.editDevices,
    query: listQuery,
    reply: list,
  }),
  device: endpoint({
    method: 'GET',
    path: '/api/v1/deletions/devices/:id',
    summary: 'What restoring a deleted device would bring back, what is missing by now, and what stands against it.',
    needs: can.editDevices,
    params: idParams,
    reply: z.object({ data: preview }),
  }),
  restoreDevice: endpoint({
    method: 'POST',
    path: '/api/v1/deletions/devices/:id/restore',
    summary: 'Add a deleted device again, with its name, location and groups; never its tokens and OnePASS keys.',
    needs: can.editDevices,
    params: idParams,
    reply: z.object({ data: device, msg: z.string() }),
    status: 201,
  }),
  users: endpoint({
    method: 'GET',
    path: '/api/v1/deletions/users',
    summary: 'The profiles within the caller’s locations that were deleted in the last 30 days, newest first.',
    needs: can.editUsers,
    query: listQuery,
    reply: list,
  }),
  user: endpoint({
    method: 'GET',
    path: '/api/v1/deletions/users/:id',
    summary: 'What restoring a deleted profile would bring back, what is missing by now, and what stands against it.',
    needs: can.editUsers,
    params: idParams,
    reply: z.object({ data: preview }),
  }),
  restoreUser: endpoint({
    method: 'POST',
    path: '/api/v1/deletions/users/:id/restore',
    summary:
      'Add a deleted profile again, with its fields, roles and groups and a new PIN; never its password, passkeys, sessions and links.',
    needs: can.editUsers,
    params: idParams,
    reply: z.object({ data: profile, msg: z.string() }),
    status: 201,
  }),
};
