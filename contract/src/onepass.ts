import { z } from 'zod';
import { serialNumber } from './devices.ts';
import { endpoint } from './endpoint.ts';
import { tagAssignment } from './groups.ts';
import { secureKeyMinutes, secureKeyUses } from './key-limits.ts';
import { listOf, listQuery } from './list.ts';
import { can } from './permissions.ts';
import { id, idParams, instant } from './text.ts';

/** Statuses of an invitation. Specification, part 2, section 3 'Secure key invitation'. */
export const inviteStatuses = ['NEW', 'USED', 'CANCELLED'] as const;
export type InviteStatus = (typeof inviteStatuses)[number];

/**
 * Progress of the current link: by mail (queued, delayed, handed over, refused, withdrawn) or by hand (`linkMade`), then by
 * its recipient.
 */
export const deliveries = [
  'queued',
  'delayed',
  'handedOver',
  'refused',
  'withdrawn',
  'linkMade',
  'opened',
  'accepted',
] as const;
export type Delivery = (typeof deliveries)[number];

/** Steps of an invitation, each dated. */
export const inviteSteps = [
  'queued',
  'resent',
  'handedOver',
  'delayed',
  'refused',
  'withdrawn',
  'opened',
  'accepted',
  'movedBrowser',
  'codeShown',
  'addressCorrected',
  'linkCopied',
  'linkShown',
  'cancelled',
  'used',
  'useReturned',
] as const;
export type InviteStepName = (typeof inviteSteps)[number];

/** Statuses of a key. It becomes `usedUp` and `expired` by itself, `deactivated` with its invitation. */
export const keyStatuses = ['active', 'usedUp', 'expired', 'deactivated'] as const;
export type KeyStatus = (typeof keyStatuses)[number];

/** None or one: a key is given to an invitation once. */
const keyInvitations = z.array(
  z.object({ id, email: z.string(), sent_at: instant.nullable(), status: z.enum(inviteStatuses) }),
);

/** The device and the invitation appear twice: as in the specification, and as columns for views, filters and sorting. */
const keyRow = z.object({
  id,
  device: z.object({ id, name: z.string(), serial_number: z.string(), tagValues: z.array(z.string()) }),
  device_type: z.object({ name: z.string() }),
  /** Empty unless the caller may open the invitation: all its keys have to be within the caller's locations. */
  invitations: keyInvitations,
  device_name: z.string(),
  serial_number: z.string(),
  device_type_name: z.string(),
  locationTagValue: z.string().nullable(),
  /** Group values of the device by name, without its location. */
  tagValues: z.array(z.string()),
  expiration_timestamp: instant,
  /** Maximum number of uses. */
  count: z.int(),
  uses: z.int(),
  last_used_at: instant.nullable(),
  key_timestamp: instant,
  /** Minutes from `key_timestamp`. */
  duration: z.int(),
  created_by: z.string(),
  invite_email: z.string().nullable(),
  invite_status: z.enum(inviteStatuses).nullable(),
  status: z.enum(keyStatuses),
});
export type SecureKeyRow = z.infer<typeof keyRow>;

/** A key as in its drawer. Specification, part 2, section 3 'Secure key'. */
const secureKey = keyRow.omit({ device_name: true, serial_number: true, device_type_name: true }).extend({
  device: keyRow.shape.device.extend({ tags: z.array(tagAssignment) }),
});
export type SecureKey = z.infer<typeof secureKey>;

export const secureKeyCreate = z.object({
  serial: serialNumber,
  /** Minutes until it ends. */
  duration: z.int({ error: 'invalidNumber' }).min(1, { error: 'keyEndsInPast' }).max(secureKeyMinutes.longest, {
    error: 'keyTooLong',
  }),
  count: z
    .int({ error: 'invalidNumber' })
    .min(secureKeyUses.min, { error: 'keyUses' })
    .max(secureKeyUses.max, { error: 'keyUses' }),
});

export const secureKeys = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/secure-keys',
    summary: 'OnePASS keys of devices within the caller’s locations.',
    needs: can.readSecureKeys,
    query: listQuery,
    reply: listOf(keyRow),
    list: 'secure-key',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/secure-keys/:id',
    summary: 'One OnePASS key with its device and its invitation.',
    needs: can.readSecureKeys,
    params: idParams,
    reply: z.object({ data: secureKey }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/secure-keys',
    summary: 'Make a OnePASS key for a compatible device: it opens it `count` times, for `duration` minutes.',
    needs: can.editSecureKeys,
    body: secureKeyCreate,
    reply: z.object({ id, data: secureKey, msg: z.string() }),
    status: 201,
  }),
};
