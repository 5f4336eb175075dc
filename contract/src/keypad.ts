// The keypad of the demo's simulated locks: it takes the same entries as the keypad of a real lock.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { keypadReasons } from './keypad-reasons.ts';
import { limits } from './limits.ts';
import { report } from './gateway.ts';
import { text } from './text.ts';

const keypadLock = z.object({
  serial: z.string(),
  name: z.string(),
  location: z.string(),
  /** Number of OnePASS keys that its controller holds for it. */
  keys: z.int(),
  /** Whether its controller has a connection. */
  online: z.boolean(),
});
export type KeypadLock = z.infer<typeof keypadLock>;

const keypadResult = z.object({
  opened: z.boolean(),
  reason: z.enum(keypadReasons).optional(),
  /** Further uses of the OnePASS key. */
  usesLeft: z.int().optional(),
  /** Seconds for which the lock accepts no entry. */
  retryAfter: z.int().optional(),
  /** Judged without a connection; the controller reports the use later. */
  offline: z.boolean().optional(),
});
export type KeypadResult = z.infer<typeof keypadResult>;

export const keypad = {
  locks: endpoint({
    method: 'GET',
    path: '/api/v1/demo/locks',
    summary: 'The simulated locks. In demo mode and over loopback only; 404 otherwise.',
    needs: 'public',
    reply: z.object({ data: z.array(keypadLock) }),
  }),
  enter: endpoint({
    method: 'POST',
    path: '/api/v1/demo/locks/:serial/entries',
    summary:
      'Types digits at a simulated lock, whose controller judges them through the gateway. In demo mode and over loopback only.',
    needs: 'public',
    params: z.object({ serial: report.shape.serial }),
    body: z.object({ digits: text(limits.pinMax).regex(/^\d+$/, { error: 'invalidNumber' }) }),
    reply: z.object({ data: keypadResult }),
  }),
};
