import { setTimeout as sleep } from 'node:timers/promises';
import { gateway } from '@keyward/contract/gateway';
import type { Database } from '#db/connect.ts';
import { type Act, closeStore, openStore, randomActs } from './acts.ts';
import type { Store } from './fleet.ts';
import { type Post, createPoster } from './post.ts';
import { type Random, randomOf } from './random.ts';
import { fullReading } from './readings.ts';
import { issueTokens, loadTenants, type Okm, type SimulatedTenant, withdrawTokens } from './simulated-tenants.ts';
import { isOpen } from './stores.ts';

export type SimulationOptions = {
  /** Holds the fleet and its tokens; the reports themselves are sent over HTTP. */
  database: Pick<Database, 'system'>;
  /** The server's address, such as http://localhost:3000. */
  url: string;
  /** Slugs; default: every tenant with an OKM. */
  tenants?: readonly string[];
  /** Events per second over all tenants. */
  rate?: number;
  /** Simulates network outages of single OKMs; default true. */
  outages?: boolean;
  /** The issuer of its tokens: simulations that share a database need different ones. */
  label?: string;
  log: { info(text: string): void; warn(text: string): void };
  signal?: AbortSignal;
};
/** Numbers of events, except `failed`: the number of requests without a response. */
export type SimulationCounts = { sent: number; accepted: number; duplicates: number; rejected: number; failed: number };
export type Simulation = {
  counts: Readonly<SimulationCounts>;
  /** Settles when the simulation has ended: resolved by `stop` or its signal, rejected by an error. */
  ended: Promise<void>;
  stop: () => Promise<void>;
};

const gentleRate = 0.4;
const tickMs = 250;
const connections = 4;
const heartbeatMs = 4 * 60_000;
const reportsAtOnce = 200;
/** The most reports that an OKM keeps while it or the server is offline. */
const outboxLimit = 5000;

/**
 * Simulates the fleet from now on: staff open and close locks and take keys while their stores are open, some attempts
 * are refused, OKMs are offline for a while. All reports go through the gateway over HTTP. Backs off while the server
 * is unavailable, keeps unsent reports, and ends within a second of `stop`.
 */
export async function startSimulation(options: SimulationOptions): Promise<Simulation> {
  const { database, log, label = 'Simulation', outages = true } = options;
  const stopping = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stopping.signal]) : stopping.signal;
  const tenants = await loadTenants(database.system, options.tenants, label);
  const counts: SimulationCounts = { sent: 0, accepted: 0, duplicates: 0, rejected: 0, failed: 0 };
  const { post, close } = createPoster(options.url, connections, signal);
  const renew = (tenant: SimulatedTenant) => renewTokens(database, tenant, label);
  const reachable = (okm: Okm, now: Date) => !okm.dark && !(outages && isOffline(okm, now));
  const sender = createSender({ post, counts, log, renew, reachable });
  const play = async () => {
    try {
      await run(tenants, options.rate ?? gentleRate, sender, signal);
    } finally {
      close();
      for (const tenant of tenants) await withdrawTokens(database.system, tenant.id, label).catch(() => {});
    }
  };
  const ended = play();
  ended.catch(() => {}); // for callers that only stop it
  return {
    counts,
    ended,
    stop: () => {
      stopping.abort();
      return ended.catch(() => {});
    },
  };
}

const renewTokens = ({ system }: Pick<Database, 'system'>, tenant: SimulatedTenant, label: string) =>
  issueTokens(system, tenant.id, [...tenant.okms.values()], label);

type Sender = ReturnType<typeof createSender>;
type Place = { tenant: SimulatedTenant; store: Store; open: boolean };

async function run(tenants: readonly SimulatedTenant[], rate: number, sender: Sender, signal: AbortSignal) {
  const random = randomOf(Date.now());
  const places = tenants.flatMap((tenant): Place[] =>
    tenant.stores.map((store) => ({ tenant, store, open: isOpen(store.zone, new Date()) })),
  );
  if (places.length === 0) return;
  // at a high rate, the acts that follow a visit must not be minutes apart
  for (const { store } of places) store.pace = Math.min(1, 5 / rate);
  let due: { act: Act; okm: Okm }[] = [];
  const plan = (place: Place, acts: readonly Act[]) => {
    for (const act of acts) {
      const okm = place.tenant.okms.get(act.unit.controller);
      if (okm) due.push({ act, okm });
    }
  };
  let credit = 0;
  let last = Date.now();
  let nextClock = 0;
  while (!signal.aborted) {
    const now = new Date();
    // time spent waiting for the server is not caught up in one burst
    credit = Math.min(credit + ((now.getTime() - last) / 1000) * rate, rate * 2 + 1);
    last = now.getTime();
    if (now.getTime() >= nextClock) {
      for (const place of places) plan(place, openOrClose(place, now, random));
      nextClock = now.getTime() + 60_000;
    }
    while (credit >= 1) {
      const place = pickPlace(places, rate, random);
      const acts = randomActs(place.store, now, random);
      plan(place, acts);
      credit -= Math.max(1, acts.length);
    }
    const ready = due.filter(({ act }) => act.at <= now).toSorted((a, b) => a.act.at.getTime() - b.act.at.getTime());
    due = due.filter(({ act }) => act.at > now);
    for (const { act, okm } of ready) okm.outbox = [...okm.outbox, act.report].slice(-outboxLimit);
    await sender.flush(tenants, now);
    await sleep(tickMs, undefined, { signal }).catch(() => {});
  }
}

/** The acts when a store opens or closes. */
function openOrClose(place: Place, now: Date, random: Random): Act[] {
  const open = isOpen(place.store.zone, now);
  if (open === place.open) return [];
  place.open = open;
  return open ? openStore(place.store, now, random) : closeStore(place.store, now, random);
}

/** Usually an open store, at night the cleaners' visits. A rate too high for the open stores is spread over all. */
function pickPlace(places: readonly Place[], rate: number, random: Random): Place {
  const open = places.filter((p) => p.open);
  const share = Math.min(0.97, (open.length * 2) / rate);
  return random.pick(open.length > 0 && random.chance(share) ? open : places);
}

/** Network outages of 45 minutes, at varying times for each OKM. */
function isOffline(okm: Okm, now: Date): boolean {
  const place = Number.parseInt(okm.unit.serial.slice(-4), 16);
  return (Math.floor(now.getTime() / (45 * 60_000)) + place * 7) % 29 === 0;
}

type SenderParts = {
  post: Post;
  counts: SimulationCounts;
  log: SimulationOptions['log'];
  renew: (tenant: SimulatedTenant) => Promise<void>;
  reachable: (okm: Okm, now: Date) => boolean;
};

function createSender({ post, counts, log, renew, reachable }: SenderParts) {
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
    const answer = await post(gateway.reports.path, okm.host, okm.token, { reports }).catch((error: Error) => error);
    if (answer instanceof Error) return answer.name === 'AbortError' ? undefined : failed(answer.message);
    if (answer.status >= 500 || answer.status === 429) return failed(`it responded with ${answer.status}`);
    if (answer.status === 401) {
      failed('its tokens were revoked');
      return renew(tenant);
    }
    if (waitMs > 0) log.info('The simulation has resumed.');
    waitMs = 0;
    okm.lastSent = now.getTime();
    okm.outbox = okm.outbox.slice(reports.length);
    counts.sent += reports.length;
    if (answer.status !== 200) {
      counts.rejected += reports.length;
      return;
    }
    const { accepted, duplicates, rejected } = gateway.reports.reply.parse(JSON.parse(answer.body));
    counts.accepted += accepted;
    counts.duplicates += duplicates;
    counts.rejected += rejected.length;
  }

  return {
    /** Sends pending reports, a few OKMs at a time. */
    flush: async (tenants: readonly SimulatedTenant[], now: Date) => {
      if (Date.now() < until) return;
      const waiting = tenants.flatMap((tenant) =>
        [...tenant.okms.values()]
          .filter((okm) => reachable(okm, now))
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
