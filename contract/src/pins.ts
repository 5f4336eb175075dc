import { z } from 'zod';
import type { EventType } from './activity.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { listQuery } from './list.ts';
import { can } from './permissions.ts';
import { id, idParams, instant, line } from './text.ts';

/** Events that record who has seen a PIN; each names the profile whose PIN it was. */
export const pinEvents = [
  'REVEAL_PIN',
  'RESET_PIN',
  'SHOW_PIN_SLIP',
  'EXPORT_PINS',
] as const satisfies readonly EventType[];
export type PinEvent = (typeof pinEvents)[number];

/** The digits, as text: a PIN can begin with zeros. */
const shownPin = z.object({ data: z.string().regex(/^\d{5,10}$/) });

/** One act on a PIN, as stored in its event. */
export const pinEntry = z.object({
  /** The id of the event. */
  id,
  event: z.enum(pinEvents),
  event_time: instant,
  agentName: z.string().nullable(),
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
});
export type PinEntry = z.infer<typeof pinEntry>;

/** Number of profiles whose current PIN an OKM was sent, and of those whose PIN the caller may reset. */
const heldPins = z.object({ data: z.object({ held: z.int(), resettable: z.int() }) });
export type HeldPins = z.infer<typeof heldPins>['data'];

/**
 * PINs of profiles. The calls that show one require the right to change the profile: it holds nothing that the caller does
 * not hold, and the caller sees all of its locations. They are GET calls as specified, but guarded as writes (`writes`).
 */
export const pins = {
  show: endpoint({
    method: 'GET',
    path: '/api/v1/users/:id/pin',
    summary: 'Show the PIN of a profile; recorded as an event.',
    needs: can.editUsers,
    params: idParams,
    /** `slip`: for the confirmation after creation. Recorded as such for the creator within 15 minutes, else as a reveal. */
    query: z.object({ purpose: z.literal('slip').optional() }),
    reply: shownPin,
    secret: true,
    writes: true,
  }),
  reset: endpoint({
    method: 'GET',
    path: '/api/v1/users/:id/pin/reset',
    summary: 'Give a profile a new PIN and show it; recorded as an event.',
    needs: can.editUsers,
    params: idParams,
    reply: shownPin,
    secret: true,
    writes: true,
  }),
  events: endpoint({
    method: 'GET',
    path: '/api/v1/users/:id/pin/events',
    summary: 'Who was shown the PIN of a profile, newest first: the last 20 acts.',
    needs: can.editUsers,
    params: idParams,
    reply: z.object({ data: z.array(pinEntry) }),
  }),
  held: endpoint({
    method: 'GET',
    path: '/api/v1/devices/:id/held-pins',
    summary: 'How many people’s PINs this OKM was handed that were not reset since.',
    needs: can.resetHeldPins,
    params: idParams,
    reply: heldPins,
  }),
  resetHeld: endpoint({
    method: 'POST',
    path: '/api/v1/devices/:id/held-pins/reset',
    summary:
      'Give new PINs to the people whose PINs this OKM was handed, as after its token was revoked; an event each. PINs of profiles that the caller may not change stay, and are counted in the answer, as is what a repeat finds.',
    needs: can.resetHeldPins,
    params: idParams,
    reply: heldPins,
    // a PIN that was reset is no longer held, so that nothing is done twice
    repeatable: true,
  }),
  export: endpoint({
    method: 'POST',
    path: '/api/v1/users/pins/export',
    summary:
      'A CSV of the profiles that a list query finds, with their PINs. One event, which names the reason and is stored before the first byte; the PIN of a profile that the caller may not change is left out.',
    needs: can.exportPins,
    confirm: 'exportPins',
    body: z.object({
      reason: line(limits.reason, { required: 'required', tooLong: 'tooLong' }),
      /** The list query: view, filters, search and order. Absent: all profiles. */
      filterData: listQuery.optional(),
    }),
    csv: true,
    secret: true,
    // each download is an event of its own
    repeatable: true,
  }),
};
