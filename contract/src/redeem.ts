import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { deviceTime, report } from './gateway.ts';
import { limits } from './limits.ts';
import { redeemReasons } from './redeem-reasons.ts';
import { uuid } from './characters.ts';
import { cleanText, id, text } from './text.ts';

/** Minutes within which a controller may return a use that no opening followed. */
export const returnMinutes = 5;
/** Days for which the answer to a number is stored. */
export const redeemDays = 60;

export const redeemReply = z.object({
  granted: z.boolean(),
  keyId: id.optional(),
  /** Further uses of the key. */
  usesLeft: z.int().optional(),
  reason: z.enum(redeemReasons).optional(),
  /** Seconds for which the device accepts no entry. */
  retryAfter: z.int().optional(),
});
export type RedeemReply = z.infer<typeof redeemReply>;

const { serial } = report.shape;
/** A UUID that the controller chooses; it refers to nothing in the portal. */
const number = text(36, 'invalidId').regex(uuid, { error: 'invalidId' });

const redeemRequest = z.object({
  /** Chosen by the controller, once for each entry: a repeat gets the same answer. */
  number,
  serial,
  /** The code as entered. */
  code: text(20),
});
export type RedeemRequest = z.infer<typeof redeemRequest>;

const offlineUse = z.object({
  /** The number of the unanswered call, if the controller made one. */
  number,
  serial,
  keyId: id,
  /** The time step of the code that was entered. */
  step: z.int().min(0),
  /** By the controller's clock. */
  time: deviceTime,
  /** Seconds by which that clock was ahead of the server's when last measured; null: never measured. */
  offset: z.number().min(-1e12).max(1e12).nullable(),
});
export type OfflineUse = z.infer<typeof offlineUse>;

const offlineUseReply = z.object({
  number: id,
  outcome: z.enum(['stored', 'repeated', 'refused']),
  reason: z.enum(['unknownKey', 'numberReused']).optional(),
});
export type OfflineUseReply = z.infer<typeof offlineUseReply>;

/** An entry that the controller judged itself and that matched no PIN and no code. It does not contain the entered text. */
const wrongEntry = offlineUse.pick({ serial: true, time: true, offset: true }).extend({
  /** The number of the unanswered redeem call, if the controller made one. */
  number,
});
export type WrongEntry = z.infer<typeof wrongEntry>;

const wrongEntryReply = z.object({
  number: id,
  outcome: z.enum(['counted', 'repeated', 'refused']),
  reason: z.enum(['unknownDevice']).optional(),
});
export type WrongEntryReply = z.infer<typeof wrongEntryReply>;

export const redeems = {
  redeem: endpoint({
    method: 'POST',
    path: '/gateway/v1/redeem',
    summary: 'Asks whether a OnePASS code opens this device now, and counts the use.',
    needs: 'controller',
    body: redeemRequest,
    reply: redeemReply,
  }),
  giveBack: endpoint({
    method: 'POST',
    path: '/gateway/v1/redeem/:number/return',
    summary: 'Gives back a use that no opening followed: once, within 5 minutes.',
    needs: 'controller',
    params: z.object({ number: id }),
    body: z.object({ cause: cleanText(limits.reported).optional() }),
    reply: z.object({ returned: z.boolean(), reason: z.enum(['notGranted', 'tooLate']).optional() }),
  }),
  uses: endpoint({
    method: 'POST',
    path: '/gateway/v1/uses',
    summary: 'Reports uses of OnePASS keys that the controller granted off line; repeats are harmless.',
    needs: 'controller',
    body: z.object({ uses: z.array(offlineUse).max(limits.offlineUses, { error: 'tooMany' }) }),
    reply: z.object({ data: z.array(offlineUseReply) }),
  }),
  tries: endpoint({
    method: 'POST',
    path: '/gateway/v1/tries',
    summary:
      'Reports wrong PINs and codes that the controller judged itself, and says which devices take no entry now.',
    needs: 'controller',
    body: z.object({ tries: z.array(wrongEntry).max(limits.wrongEntries, { error: 'tooMany' }) }),
    reply: z.object({
      data: z.object({
        tries: z.array(wrongEntryReply),
        /** The controller's devices that accept no entry now, and for how many seconds. */
        waits: z.array(z.object({ serial: z.string(), retryAfter: z.int() })),
      }),
    }),
  }),
};
