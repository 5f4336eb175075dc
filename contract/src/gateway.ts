import { z } from 'zod';
import { deviceEventTypes, eventResults } from './activity.ts';
import { endpoint, type Out } from './endpoint.ts';
import { limits } from './limits.ts';
import { cleanText, id, instant, text } from './text.ts';

const shortText = cleanText(limits.reported);
const attribute = z.union([shortText, z.number(), z.boolean(), z.null()]);
const attributes = z
  .record(text(40).regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/), attribute)
  .refine((r) => Object.keys(r).length <= 40, { error: 'tooMany' });

/** Late, early and wrong clocks are accepted; year 0 exists neither in calendars nor in the database. */
const deviceTime = instant.refine((time) => !time.startsWith('0000'), { error: 'invalidInstant' });

export const gatewayEvent = z.object({
  /** The device's event number: repeats are identified by (serial, id). */
  id: shortText.min(1),
  type: z.enum(deviceEventTypes),
  time: deviceTime,
  /** The agent: the profile ID known to the device. */
  agent: shortText.optional(),
  result: z.enum(eventResults).optional(),
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
    summary: 'Who may use which of the controller’s devices now, by the same rules that the portal explains.',
    needs: 'controller',
    reply: z.object({
      data: z.object({
        /** Changes with any part of the response. */
        version: z.string(),
        /** `validUntil`: may not act from then on, also while the controller is offline; null: without an end. */
        people: z.array(z.object({ id, name: z.string(), username: z.string(), validUntil: instant.nullable() })),
        /** Ids of the profiles that may use it. */
        devices: z.array(z.object({ serial: z.string(), people: z.array(id) })),
      }),
    }),
  }),
};

export type ReportsReply = Out<typeof gateway.reports>;
