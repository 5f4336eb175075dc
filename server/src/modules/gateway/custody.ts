import type { GatewayEvent } from '@keyward/contract/gateway';
import { custodyField, type DeviceState, withValue } from './state.ts';

/** Whether a key is out from `at` on, and its holder (null: unknown). */
export type Custody = { deviceId: string; out: boolean; profileId: string | null; at: string };

const moves = (event: GatewayEvent) =>
  (event.type === 'KEY_CHECKOUT' || event.type === 'KEY_CHECKIN') && (event.result ?? 'success') === 'success';

/**
 * Applies the events of one report to the key, and returns it with its new custody if they changed it. The latest transfer wins;
 * one older than the stored custody is ignored. Future times are capped at `now`, or they would block later transfers.
 */
export function withCustody<D extends DeviceState & { id: string }>(
  key: D,
  events: readonly GatewayEvent[],
  now: string,
  profileOf: (agent: string) => string | undefined,
): { key: D; custody?: Custody } {
  const last = events
    .filter(moves)
    .toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time))
    .at(-1);
  if (!last) return { key };
  const seen = new Date(last.time).toISOString();
  const at = seen < now ? seen : now;
  const storedTime = key.stateTimes[custodyField];
  if (storedTime !== undefined && storedTime > at) return { key };
  const out = last.type === 'KEY_CHECKOUT';
  const profileId = (out && last.agent !== undefined && profileOf(last.agent)) || null;
  return { key: withValue(key, custodyField, out, at), custody: { deviceId: key.id, out, profileId, at } };
}
