import { setTimeout as sleep } from 'node:timers/promises';
import type { Vault } from '#core/auth/secrets.ts';
import type { Keypad } from '#core/keypad.ts';
import type { Database } from '#db/connect.ts';
import { act, openByPin, openForAWhile } from './acts.ts';
import type { Unit } from './fleet.ts';
import { createGuests } from './guests.ts';
import { createHttp } from './http.ts';
import { keypadOf } from './keypad.ts';
import { carryOutCommands } from './okm/commands.ts';
import { enterDigits, type Outcome } from './okm/door.ts';
import { live, type LifeCounts } from './okm/life.ts';
import type { Okm } from './okm/okm.ts';
import { randomOf } from './random.ts';
import { connections, createSender, type SendCounts } from './sender.ts';
import { issueTokens, loadTenants, type SimulatedTenant, type TypeAt, withdrawTokens } from './simulated-tenants.ts';
import { createVisits } from './visits.ts';

export type SimulationOptions = {
  /** Holds the fleet and its tokens; everything else goes over HTTP. */
  database: Pick<Database, 'system'>;
  /** Opens the links of the demo's invitations, in place of the recipients’ mailboxes; without it, no recipient is played. */
  vault?: Vault;
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
export type SimulationCounts = SendCounts & LifeCounts & { commands: number; codes: number };
export type Simulation = {
  counts: Readonly<SimulationCounts>;
  /** The keypads of its locks, for a person who types there. */
  keypad: Keypad;
  /** Settles when the simulation has ended: resolved by `stop` or its signal, rejected by an error. */
  ended: Promise<void>;
  stop: () => Promise<void>;
};

const gentleRate = 0.4;
const tickMs = 250;

/**
 * Simulates the fleet from now on, through the gateway alone. OKMs fetch, confirm, poll, restart and lose their connection by
 * docs/gateway.md; staff open and close locks and take keys, by the rights that the OKMs hold; recipients of invitations use
 * their codes. Backs off while the server is unavailable, keeps unsent reports, and ends within a second of `stop`.
 */
export async function startSimulation(options: SimulationOptions): Promise<Simulation> {
  const { database, log, label = 'Simulation', outages = true } = options;
  const stopping = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stopping.signal]) : stopping.signal;
  const requests = createHttp(options.url, connections, signal);
  // a poll occupies its connection while it waits
  const polls = createHttp(options.url, Infinity, signal);
  const tenants = await loadTenants(database.system, options.tenants, label, {
    send: requests.send,
    poll: polls.send,
  });
  const counts: SimulationCounts = {
    sent: 0,
    accepted: 0,
    duplicates: 0,
    rejected: 0,
    failed: 0,
    fetched: 0,
    confirmed: 0,
    uses: 0,
    commands: 0,
    codes: 0,
  };
  const random = randomOf(Date.now());
  const visits = createVisits(tenants, options.rate ?? gentleRate);
  const reachable = (okm: Okm) => !okm.dark && !(outages && isOffline(okm, new Date()));
  const renew = (tenant: SimulatedTenant) => issueTokens(database.system, tenant.id, [...tenant.okms.values()], label);
  const sender = createSender({ counts, log, renew, reachable });

  const typeAt: TypeAt = async (tenant, store, lock, digits, blocked = false) => {
    const okm = tenant.okms.get(lock.controller);
    if (!okm) throw new Error(`${lock.serial} has no simulated controller`);
    counts.codes++;
    const outcome = await enterDigits({ okm, lock, digits, online: reachable(okm), keys: store.keys, blocked });
    visits.plan(tenant, actsOf(lock, outcome));
    return outcome;
  };
  const guests = await createGuests({ ...options, tenants, send: requests.send, random, signal, typeAt });
  const lives = tenants.flatMap((tenant) =>
    [...tenant.okms.values()].map((okm) => {
      const unlock = (serial: string) => {
        const unit = unitsOf(tenant).find((one) => one.unit.serial === serial)?.unit;
        if (unit && unit.deviceClass !== 'OKM') visits.plan(tenant, openForAWhile(unit, new Date()));
      };
      const carryOut = async () => void (counts.commands += await carryOutCommands(okm, { unlock, signal }));
      return () => live(okm, { random, signal, counts, reachable, carryOut });
    }),
  );
  const run = async () => {
    while (!signal.aborted) {
      const now = new Date();
      visits.tick(now);
      await sender.flush(tenants, now);
      await sleep(tickMs, undefined, { signal }).catch(() => {});
    }
  };
  const play = async () => {
    try {
      await Promise.all([run(), guests(), ...lives.map((life) => life())]);
    } finally {
      stopping.abort();
      requests.close();
      polls.close();
      for (const tenant of tenants) await withdrawTokens(database.system, tenant.id, label).catch(() => {});
    }
  };
  const ended = play();
  ended.catch(() => {}); // for callers that only stop it
  return {
    counts,
    keypad: keypadOf(tenants, typeAt, reachable),
    ended,
    stop: () => {
      stopping.abort();
      return ended.catch(() => {});
    },
  };
}

/** The reports of a lock: of a PIN with its person, of a code only the state, since the gateway has judged the code. */
function actsOf(lock: Unit, { opened, agent, why }: Outcome) {
  const now = new Date();
  if (agent === undefined) return opened ? openForAWhile(lock, now) : [];
  return opened
    ? openByPin(lock, agent, now)
    : [act(lock, now, { type: 'LOCK_UNLOCK', agent, result: 'unauthorized', ...(why ? { reason: why } : {}) })];
}

const unitsOf = ({ stores }: SimulatedTenant) =>
  stores.flatMap((store) => [...store.locks, ...store.pods, ...store.okms].map((unit) => ({ store, unit })));

/** Network outages of 45 minutes, at varying times for each OKM. */
function isOffline(okm: Okm, now: Date): boolean {
  const place = Number.parseInt(okm.unit.serial.slice(-4), 16);
  return (Math.floor(now.getTime() / (45 * 60_000)) + place * 7) % 29 === 0;
}
