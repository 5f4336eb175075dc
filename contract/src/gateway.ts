import { z } from 'zod';
import { deviceEventTypes, eventResults } from './activity.ts';
import { deviceClasses } from './devices.ts';
import { endpoint, type Out } from './endpoint.ts';
import { limits } from './limits.ts';
import { reportedReasons } from './refusals.ts';
import { cleanText, id, instant, text } from './text.ts';

const shortText = cleanText(limits.reported);
const attribute = z.union([shortText, z.number(), z.boolean(), z.null()]);
const attributes = z
  .record(text(40).regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/), attribute)
  .refine((r) => Object.keys(r).length <= 40, { error: 'tooMany' });

/** Late, early and wrong clocks are accepted; year 0 exists neither in calendars nor in the database. */
export const deviceTime = instant.refine((time) => !time.startsWith('0000'), { error: 'invalidInstant' });

const gatewayEvent = z.object({
  /** The device's event number: repeats are identified by (serial, id). */
  id: shortText.min(1),
  type: z.enum(deviceEventTypes),
  time: deviceTime,
  /** The agent: the profile ID known to the device. */
  agent: shortText.optional(),
  result: z.enum(eventResults).optional(),
  /** Reason of a refusal (the result `unauthorized`), if the controller knows it. */
  reason: z.enum(reportedReasons).optional(),
  attributes: attributes.optional(),
  /** The number of occurrences, where the device merges repeats into one event. */
  occurrence: z.int32().min(1).optional(),
});

export const report = z.object({
  serial: text(limits.serialNumber)
    .regex(/^[0-9a-fA-F]{16}$/)
    .toUpperCase(),
  /** Changed values by their name in the type's state_schema; `reportedAt` is when the device saw them. */
  state: attributes.optional(),
  reportedAt: deviceTime.optional(),
  events: z.array(gatewayEvent).max(limits.gatewayEvents).optional(),
});
export type Report = z.infer<typeof report>;
export type GatewayEvent = z.infer<typeof gatewayEvent>;

export const rejectionReasons = ['unknownDevice', 'unknownStateField', 'invalidStateValue'] as const;

/** Longest wait of a poll, in seconds. */
export const pollSeconds = 25;

/** A whole number in a query. */
const count = text(15)
  .regex(/^\d{1,15}$/)
  .transform(Number);

/** Version of the access that a controller holds or should hold. Ordered by epoch, then version; both only grow. */
const position = z.object({ epoch: z.int().min(0), version: z.int().min(0) });

/** Fields of each entry: its id and the hash of its content, for the digest. */
const entry = { id, hash: z.string() };
const accessAnswer = z.object({
  ...position.shape,
  /** SHA-256 in hexadecimal over a line `<id> <hash>` for each entry held after this answer, ordered by id. */
  digest: z.string(),
  /** PINs and keys of this and former answers may be used until this instant, or until their own end if that is earlier. */
  usableUntil: instant,
  /** True: the answer lists everything that the controller should hold; it forgets all other entries. False: only changes. */
  whole: z.boolean(),
  /** `right`: the right that a person needs to use the device. */
  devices: z.array(z.object({ ...entry, serial: z.string(), deviceClass: z.enum(deviceClasses), right: z.string() })),
  people: z.array(
    z.object({
      ...entry,
      name: z.string(),
      /** The profile ID, which reports name as `agent`. */
      username: z.string(),
      /** May act from then on; null: at once. */
      notBefore: instant.nullable(),
      /** May not act from then on; null: without an end. */
      notAfter: instant.nullable(),
      /** The rights of the devices that they may use. */
      rights: z.array(z.string()),
      /** Verifier of the PIN: argon2id with its parameters and salt, as a PHC string; null: no PIN yet. */
      verifier: z.string().nullable(),
    }),
  ),
  keys: z.array(
    z.object({
      ...entry,
      /** Serial number of the device that it opens. */
      serial: z.string(),
      notAfter: instant,
      /** Secret of its codes, in hexadecimal. */
      secret: z.string(),
    }),
  ),
  /** Ids of entries to forget. */
  removed: z.array(id),
});
export type AccessAnswer = z.infer<typeof accessAnswer>;

/**
 * Outcomes of a confirmation: the version works; the controller holds an older one, as after a restart; its digest differs
 * from the server's; the version was never made; or the controller refused it.
 */
const confirmOutcomes = ['works', 'older', 'drift', 'unknown', 'refused'] as const;
export type ConfirmOutcome = (typeof confirmOutcomes)[number];

export const gateway = {
  reports: endpoint({
    method: 'POST',
    path: '/gateway/v1/reports',
    summary: 'A controller reports state and events for itself and the devices assigned to it.',
    needs: 'controller',
    bodyKeys: 50_000,
    body: z
      .object({ reports: z.array(report).max(limits.gatewayEvents) })
      .refine((b) => b.reports.reduce((n, r) => n + (r.events?.length ?? 0), 0) <= limits.gatewayEvents, {
        error: 'tooMany',
      }),
    /**
     * Sent after commit. `accepted` and `duplicates` count events; `index` is the position of a refused report in
     * `reports`, none of which is stored.
     */
    reply: z.object({
      accepted: z.int(),
      duplicates: z.int(),
      rejected: z.array(z.object({ index: z.int(), reason: z.enum(rejectionReasons) })),
    }),
  }),
  access: endpoint({
    method: 'GET',
    path: '/gateway/v1/access',
    summary: 'What the controller should hold: its devices, who may use them and by which PIN, and OnePASS keys.',
    needs: 'controller',
    /** With both, the answer holds the changes since that position, if they are known. */
    query: z.object({ epoch: count.optional(), version: count.optional() }),
    reply: z.object({ data: accessAnswer }),
    secret: true,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/gateway/v1/access/confirm',
    summary: 'The controller says which version it holds, or why it refused one.',
    needs: 'controller',
    body: z.object({
      ...position.shape,
      /** Digest of the entries that it holds; for a refused version, the digest that it was sent. */
      digest: text(64).regex(/^[0-9a-f]{64}$/),
      /** Why it could not take the version, such as a full list. */
      refused: cleanText(limits.controllerReason).min(1).optional(),
    }),
    reply: z.object({
      data: z.object({
        outcome: z.enum(confirmOutcomes),
        /** Part of the access to fetch now. */
        fetch: z.enum(['nothing', 'changes', 'all']),
        access: position,
      }),
    }),
  }),
  changes: endpoint({
    method: 'GET',
    path: '/gateway/v1/changes',
    summary: 'Waits until something concerns the controller: 200 with what to ask for, or 204 when the time is over.',
    needs: 'controller',
    query: z.object({
      /** The position that the controller holds. Without it, the answer comes at once. */
      epoch: count.optional(),
      version: count.optional(),
      /** Longest wait, in seconds. */
      wait: text(2)
        .regex(/^\d{1,2}$/)
        .transform(Number)
        .refine((seconds) => seconds <= pollSeconds, { error: `outOfRange:0–${pollSeconds}` })
        .optional(),
    }),
    reply: z.object({
      data: z.object({
        access: position,
        /** Number of commands for the controller that have not ended and are unanswered, fetched or not. */
        commands: z.int(),
      }),
    }),
  }),
};

export type ReportsReply = Out<typeof gateway.reports>;
