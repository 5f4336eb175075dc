import { fullReading } from './readings.ts';
import { GatewayError } from './okm/line.ts';
import type { Okm } from './okm/okm.ts';
import type { SimulatedTenant } from './simulated-tenants.ts';

/** Numbers of events, except `failed`: the number of requests without a response. */
export type SendCounts = { sent: number; accepted: number; duplicates: number; rejected: number; failed: number };

/** Maximum concurrent requests. */
export const connections = 4;
const heartbeatMs = 4 * 60_000;
const reportsAtOnce = 200;

type SenderParts = {
  counts: SendCounts;
  log: { info(text: string): void; warn(text: string): void };
  renew: (tenant: SimulatedTenant) => Promise<void>;
  reachable: (okm: Okm) => boolean;
};

/** Sends the pending reports of the OKMs. Backs off while the server is unavailable; nothing is lost. */
export function createSender({ counts, log, renew, reachable }: SenderParts) {
  let waitMs = 0;
  let until = 0;

  const failed = (why: string) => {
    counts.failed++;
    if (waitMs === 0) log.warn(`The simulation is waiting for the server: ${why}`);
    waitMs = Math.min(Math.max(1000, waitMs * 2), 30_000);
    until = Date.now() + waitMs;
  };

  async function send(tenant: SimulatedTenant, okm: Okm, now: Date) {
    const heartbeat = { serial: okm.unit.serial, reportedAt: now.toISOString(), state: fullReading(okm.unit, now) };
    const reports = okm.outbox.length > 0 ? okm.outbox.slice(0, reportsAtOnce) : [heartbeat];
    const answer = await okm.line.report(reports).catch((error: Error) => error);
    const refused = answer instanceof GatewayError;
    if (answer instanceof Error && !refused) return answer.name === 'AbortError' ? undefined : failed(answer.message);
    if (refused && (answer.status >= 500 || answer.status === 429)) return failed(`it responded with ${answer.status}`);
    if (refused && answer.status === 401) {
      failed('its tokens were revoked');
      return renew(tenant);
    }
    if (waitMs > 0) log.info('The simulation has resumed.');
    waitMs = 0;
    okm.lastSent = now.getTime();
    okm.outbox = okm.outbox.slice(reports.length);
    counts.sent += reports.length;
    if (answer instanceof Error) {
      counts.rejected += reports.length;
      return;
    }
    counts.accepted += answer.accepted;
    counts.duplicates += answer.duplicates;
    counts.rejected += answer.rejected.length;
  }

  return {
    /** Sends pending reports, a few OKMs at a time. */
    flush: async (tenants: readonly SimulatedTenant[], now: Date) => {
      if (Date.now() < until) return;
      const waiting = tenants.flatMap((tenant) =>
        [...tenant.okms.values()]
          .filter((okm) => reachable(okm))
          .filter((okm) => okm.outbox.length > 0 || now.getTime() - okm.lastSent > heartbeatMs)
          .map((okm) => ({ tenant, okm })),
      );
      const worker = async () => {
        for (let next = waiting.shift(); next && Date.now() >= until; next = waiting.shift()) {
          await send(next.tenant, next.okm, now);
        }
      };
      await Promise.all(Array.from({ length: connections }, worker));
    },
  };
}
