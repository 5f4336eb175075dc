import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { tagAssignment } from './groups.ts';
import { limits } from './limits.ts';
import { listOf, listQuery } from './list.ts';
import { locales } from './locales.ts';
import { can } from './permissions.ts';
import { deliveries, inviteSteps, inviteStatuses } from './onepass.ts';
import { mailAddress, mailPattern } from './profiles.ts';
import { chosenRows } from './selection.ts';
import { id, idParams, instant, trimmed } from './text.ts';

const inviteRow = z.object({
  id,
  email: z.string(),
  status: z.enum(inviteStatuses),
  delivery: z.enum(deliveries),
  /** When its last mail was queued, or handed over if the mail after that was refused or withdrawn; null: no mail. */
  sent_at: instant.nullable(),
  notes: z.string(),
  /** Names of the devices, in their order. */
  devices: z.array(z.string()),
  /** Its keys, in the order of their devices, with the groups of these by name. */
  secure_keys: z.array(
    z.object({
      id,
      device: z.object({ id, name: z.string(), serial_number: z.string(), tagValues: z.array(z.string()) }),
    }),
  ),
  /** When its last key ends; null: its devices were deleted. */
  expiration_timestamp: instant.nullable(),
  /** Number of uses of all its keys, and its maximum. */
  uses: z.int(),
  count: z.int(),
  created_at: instant,
  created_by: z.string(),
  can_be_cancelled: z.boolean(),
  can_be_resent: z.boolean(),
});
export type InviteRow = z.infer<typeof inviteRow>;

const inviteKey = z.object({
  id,
  device: z.object({ id, name: z.string(), serial_number: z.string(), tags: z.array(tagAssignment) }),
  /** Maximum number of uses. */
  count: z.int(),
  uses: z.int(),
  key_timestamp: instant,
  /** Minutes from `key_timestamp`. */
  duration: z.int(),
  expiration_timestamp: instant,
});
export type InviteKey = z.infer<typeof inviteKey>;

const inviteStep = z.object({
  id,
  step: z.enum(inviteSteps),
  at: instant,
  key_id: id.nullable(),
  /** Name of the profile that did it. */
  by: z.string().nullable(),
  /** The mail server's reply, an address, or the number of the use. */
  detail: z.string().nullable(),
});
export type InviteStep = z.infer<typeof inviteStep>;

/** An invitation as in its drawer. */
const invite = inviteRow.omit({ devices: true, secure_keys: true }).extend({
  /** Language of its mail and of the recipient's page. */
  locale: z.enum(locales),
  secure_keys: z.array(inviteKey),
  /** Its steps, oldest first. */
  steps: z.array(inviteStep),
  version: z.int(),
});
export type Invite = z.infer<typeof invite>;

export const inviteEmail = mailAddress
  .refine((s) => s.length > 0, { error: 'inviteEmailRequired', abort: true })
  .refine((s) => mailPattern.test(s), { error: 'emailInvalid' });
/** At most 100, each once. */
const chosenIds = z
  .array(id)
  .min(1, { error: 'required' })
  .max(limits.filterValues, { error: 'tooMany' })
  .transform((ids) => [...new Set(ids)]);

export const inviteCreate = z.object({
  email: inviteEmail,
  secure_key_ids: chosenIds,
  notes: trimmed(limits.inviteNotes).default(''),
  /** Default: the sender's language. */
  locale: z.enum(locales).optional(),
});

/** Ways of handing a link over without mail: copied, or as a QR code on the screen. */
export const linkWays = ['copied', 'shown'] as const;

export const invitations = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/secure-key-invites',
    summary: 'OnePASS invitations whose keys are all within the caller’s locations.',
    needs: can.readSecureKeys,
    query: listQuery,
    reply: listOf(inviteRow),
    list: 'secure-key-invitation',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/secure-key-invites/:id',
    summary: 'One invitation with its keys, and what became of its mail, its link and its uses.',
    needs: can.readSecureKeys,
    params: idParams,
    reply: z.object({ data: invite }),
    etag: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/secure-key-invites',
    summary: 'Invite a person by mail to use these keys: all of them or none.',
    needs: can.editSecureKeys,
    body: inviteCreate,
    reply: z.object({ data: invite, msg: z.string() }),
    status: 201,
  }),
  resend: endpoint({
    method: 'POST',
    path: '/api/v1/secure-key-invites/resend',
    summary: 'Send the same links once more: all of them or none.',
    needs: can.editSecureKeys,
    body: z.object({ invitationIds: chosenIds }),
    reply: z.object({ sent: z.int() }),
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/v1/secure-key-invites/:id/cancel',
    summary: 'Deactivate an invitation and all its keys, for good.',
    needs: can.editSecureKeys,
    params: idParams,
  }),
  cancelMany: endpoint({
    method: 'POST',
    path: '/api/v1/secure-key-invites/cancel',
    summary: 'Deactivate the chosen invitations and their keys, for good: all of them or none.',
    needs: can.editSecureKeys,
    body: chosenRows,
    reply: z.object({ cancelled: z.int() }),
  }),
  correctAddress: endpoint({
    method: 'POST',
    path: '/api/v1/secure-key-invites/:id/address',
    summary: 'Send a new link to another address; the former link ends.',
    needs: can.editSecureKeys,
    params: idParams,
    body: z.object({ email: inviteEmail }),
    reply: z.object({ data: invite }),
  }),
  makeLink: endpoint({
    method: 'POST',
    path: '/api/v1/secure-key-invites/:id/link',
    summary: 'A new link to hand over without mail; the former link ends.',
    needs: can.editSecureKeys,
    params: idParams,
    body: z.object({ how: z.enum(linkWays).default('copied') }),
    reply: z.object({ data: z.object({ url: z.string() }) }),
    secret: true,
  }),
};
