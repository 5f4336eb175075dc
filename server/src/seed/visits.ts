import { type Act, closeStore, openStore, randomActs } from './acts.ts';
import type { Store, Unit } from './fleet.ts';
import { type Holdings, mayUse, nothing, peopleAt } from './okm/holdings.ts';
import type { Okm } from './okm/okm.ts';
import { type Random, randomOf } from './random.ts';
import type { SimulatedTenant } from './simulated-tenants.ts';
import { isOpen } from './stores.ts';

type Place = { tenant: SimulatedTenant; store: Store; open: boolean };

/** Maximum reports that an OKM keeps while it or the server is offline. */
const outboxLimit = 5000;
const clockMs = 60_000;
const rightsMs = 5_000;

/** The acts of people in the stores, at `rate` events per second over all of them. */
export function createVisits(tenants: readonly SimulatedTenant[], rate: number) {
  const random = randomOf(Date.now());
  const places = tenants.flatMap((tenant): Place[] =>
    tenant.stores.map((store) => ({ tenant, store, open: isOpen(store.zone, new Date()) })),
  );
  // at a high rate, the acts that follow a visit must not be minutes apart
  for (const { store } of places) store.pace = Math.min(1, 5 / rate);
  let due: { act: Act; okm: Okm }[] = [];
  let credit = 0;
  let last = Date.now();
  let nextClock = 0;
  let nextRights = 0;

  const plan = (tenant: SimulatedTenant, acts: readonly Act[]) => {
    for (const act of acts) {
      const okm = tenant.okms.get(act.unit.controller);
      if (okm) due.push({ act, okm });
    }
  };
  return {
    /** Adds acts to report when they are due. */
    plan,
    /** Moves everything that has happened until now into the outboxes of the OKMs. */
    tick: (now: Date) => {
      if (now.getTime() >= nextRights) {
        for (const tenant of tenants) takeRights(tenant, now);
        nextRights = now.getTime() + rightsMs;
      }
      const staffed = places.filter(({ store }) => store.staff.length > 0);
      // time spent waiting for the server is not caught up in one burst
      credit = Math.min(credit + ((now.getTime() - last) / 1000) * rate, rate * 2 + 1);
      last = now.getTime();
      if (now.getTime() >= nextClock) {
        for (const place of staffed) plan(place.tenant, openOrClose(place, now, random));
        nextClock = now.getTime() + clockMs;
      }
      while (credit >= 1 && staffed.length > 0) {
        const { tenant, store } = pickPlace(staffed, rate, random);
        const acts = randomActs(store, now, random);
        plan(tenant, acts);
        credit -= Math.max(1, acts.length);
      }
      const ready = due.filter(({ act }) => act.at <= now).toSorted((a, b) => a.act.at.getTime() - b.act.at.getTime());
      due = due.filter(({ act }) => act.at > now);
      for (const { act, okm } of ready) okm.outbox = [...okm.outbox, act.report].slice(-outboxLimit);
    },
  };
}

/**
 * Takes the staff of each store, and their rights there, from the holdings of the store's OKMs. People who are known at more than
 * one store are the head office, which does not work at the counter.
 */
function takeRights({ stores, okms }: SimulatedTenant, now: Date): void {
  const holdsOf = ({ controller }: Unit): Holdings => okms.get(controller)?.holds ?? nothing;
  const known = stores.map((store) => ({
    store,
    people: new Set(store.okms.flatMap((okm) => peopleAt(holdsOf(okm), now))),
  }));
  for (const { store, people } of known) {
    store.staff = [...people].filter((one) => known.filter((other) => other.people.has(one)).length === 1);
    store.mayUse = (agent, unit, at) => mayUse(holdsOf(unit), agent, unit.serial, at);
  }
}

/** The acts when a store opens or closes. */
function openOrClose(place: Place, now: Date, random: Random): Act[] {
  const open = isOpen(place.store.zone, now);
  if (open === place.open) return [];
  place.open = open;
  return open ? openStore(place.store, now, random) : closeStore(place.store, now, random);
}

/** Usually an open store; at night, the cleaners' visits. A rate too high for the open stores is spread over all. */
function pickPlace(places: readonly Place[], rate: number, random: Random): Place {
  const open = places.filter((p) => p.open);
  const share = Math.min(0.97, (open.length * 2) / rate);
  return random.pick(open.length > 0 && random.chance(share) ? open : places);
}
