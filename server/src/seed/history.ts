import { sql } from 'kysely';
import type { Db } from '#db/tenant.ts';
import { type Act, checkOut, closeStore, openStore, randomActs, setSecured } from './acts.ts';
import type { Store, Unit } from './fleet.ts';
import { type Lines, reportState, sendActs } from './line.ts';
import { type Random, randomOf } from './random.ts';
import { addDays, type Hours, hoursOn, localDate } from './stores.ts';

const minute = 60_000;
const hour = 60 * minute;
/** A store's customer visits per day, before scaling by size and weekday. */
const actsPerDay = 27;
/** The share of visits by hour since opening: lunchtime and early evening are busy. */
const rhythm = [0.05, 0.07, 0.1, 0.14, 0.12, 0.08, 0.08, 0.1, 0.13, 0.09, 0.04];

export type StoreHistory = {
  store: Store;
  index: number;
  random: Random;
  size: number;
  dark: Set<Unit>;
  /** OKMs that are offline at present, regardless of the hour. */
  silent: Set<Unit>;
  lines: Lines;
};

/** A store at the start of its history. Some of its devices are installed but have never reported. */
export function historyOf(store: Store, index: number, seed: number): StoreHistory {
  const random = randomOf(seed * 1000 + index);
  const quiet = {
    ...store,
    pods: store.pods.slice(0, -1),
    locks: index % 3 === 0 ? store.locks.slice(0, -1) : store.locks,
  };
  const silent = new Set(index === 2 ? store.okms.slice(0, 1) : []);
  return {
    store: quiet,
    index,
    random,
    size: 0.75 + 0.5 * random.next(),
    dark: darkOkms(store, index),
    silent,
    lines: new Map(),
  };
}

/** The OKMs that are offline for good: the second one of some stores. */
export const darkOkms = (store: Store, index: number): Set<Unit> =>
  new Set(index % 6 === 4 ? store.okms.slice(1, 2) : []);

const unitsOf = (store: Store): Unit[] => [...store.okms, ...store.keys, ...store.locks, ...store.pods];
/** The time at which the dark OKMs last reported, in ms. */
export const darkSince = (now: Date) => now.getTime() - 27 * hour;
/** The time at which the silent OKMs last reported, in ms: long enough ago to be shown as offline. */
const silentSince = (now: Date) => now.getTime() - 20 * minute;

function momentOf({ open, close }: Hours, random: Random): Date {
  let left = random.next() * rhythm.reduce((sum, share) => sum + share, 0);
  let slot = 0;
  while (slot < rhythm.length - 1 && left > (rhythm[slot] ?? 0)) left -= rhythm[slot++] ?? 0;
  const share = (slot + random.next()) / rhythm.length;
  return new Date(open.getTime() + share * (close.getTime() - open.getTime()));
}

function actsOfDay({ store, random, size }: StoreHistory, hours: Hours, date: string): Act[] {
  const busy = Temporal.PlainDate.from(date).dayOfWeek >= 5 ? 1.25 : 0.95;
  const count = Math.round(actsPerDay * size * busy);
  const times = Array.from({ length: count }, () => momentOf(hours, random)).toSorted(
    (a, b) => a.getTime() - b.getTime(),
  );
  const opening = openStore(store, hours.open, random);
  const served = times.flatMap((at) => randomActs(store, at, random));
  return [...opening, ...served, ...closeStore(store, hours.close, random)];
}

/** Reports one day of a store through the gateway, as its OKMs would; returns the number of events. */
export async function reportDay(db: Db, history: StoreHistory, date: string, now: Date): Promise<number> {
  const { store, random, dark, silent } = history;
  const hours = hoursOn(store.zone, date);
  const acts = actsOfDay(history, hours, date).filter((a) => a.at <= now);
  return sendActs(db, history, acts, (okm) => {
    const from = hours.open.getTime() + random.between(0, 8) * hour;
    const outage = random.chance(0.05)
      ? [{ from, to: Math.min(from + random.between(45, 240) * minute, now.getTime()) }]
      : [];
    if (silent.has(okm)) return [{ from: silentSince(now), to: Infinity }];
    return dark.has(okm) ? [...outage, { from: darkSince(now), to: Infinity }] : outage;
  });
}

export async function reportStart(db: Db, { store, lines }: StoreHistory, at: Date): Promise<void> {
  for (const okm of store.okms)
    await reportState(
      db,
      lines,
      okm,
      unitsOf(store).filter((u) => u.controller === okm.serial),
      at,
    );
}

/** Reports the present situation, so that the cards and the built-in views have rows to show. */
export async function reportNow(db: Db, history: StoreHistory, now: Date): Promise<number> {
  const { store, index, random, dark, silent, lines } = history;
  const ago = (minutes: number) => new Date(now.getTime() - minutes * minute);
  const acts: Act[] = [];
  const agent = random.pick(store.staff);
  const reachable = (unit: Unit) => ![...dark].some((okm) => okm.serial === unit.controller);
  if (index % 2 === 0) {
    const locks = store.locks.filter((l) => l.secured && reachable(l)).slice(0, 2);
    acts.push(...locks.map((lock, i) => setSecured(lock, false, agent, ago(25 + 70 * i))));
  }
  if (index % 5 === 0) {
    const keys = store.keys.filter((k) => k.holder === null && reachable(k)).slice(-2);
    acts.push(...keys.map((key, i) => checkOut(key, agent, ago(190 - 7 * i))));
  }
  // not the last key, which has a curfew of its own
  const one = store.keys.slice(0, -1).findLast((k) => k.holder === null && reachable(k));
  if (one && (index % 5 === 1 || index % 5 === 2)) acts.push(checkOut(one, agent, ago(40)));
  const sent = await sendActs(db, history, acts, () => []);
  for (const okm of store.okms) {
    const last = dark.has(okm) ? darkSince(now) : silent.has(okm) ? silentSince(now) : now.getTime();
    await reportState(db, lines, okm, [okm], new Date(last));
  }
  return sent;
}

/** The store's local dates of the last `days` days, today included. */
export function datesUntil(zone: string, now: Date, days: number): string[] {
  const today = localDate(zone, now);
  return Array.from({ length: days }, (_, i) => addDays(today, i + 1 - days));
}

/** Sets each profile's last use of an OKM, from the events. */
export async function updateLastActive(db: Db): Promise<void> {
  await db
    .updateTable('profile as p')
    .from((eb) =>
      eb
        .selectFrom('event')
        .select((e) => ['agent_id', e.fn.max('event_time').as('at')])
        .where('agent_id', 'is not', null)
        .where('entity_domain', '=', 'device')
        .where((e) => e(e.fn.coalesce('result', sql.lit('success')), '=', 'success'))
        .groupBy('agent_id')
        .as('e'),
    )
    .set({
      okm_active_at: sql<string>`greatest(p.okm_active_at, e.at)`,
      last_active_at: sql<string>`greatest(p.last_active_at, e.at)`,
    })
    .whereRef('p.id', '=', 'e.agent_id')
    .execute();
}
