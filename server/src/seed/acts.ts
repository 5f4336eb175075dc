import type { DeviceEventType } from '@keyward/contract/activity';
import type { GatewayEvent, Report } from '@keyward/contract/gateway';
import type { Store, Unit } from './fleet.ts';
import type { Random } from './random.ts';
import { reading } from './readings.ts';

/** An observation of a device, with the report to its controller. */
export type Act = { at: Date; unit: Unit; report: Report };

type Attributes = Record<string, string | number | boolean | null>;
type EventSpec = Pick<GatewayEvent, 'type' | 'agent' | 'result' | 'reason' | 'occurrence'> & {
  attributes?: Attributes;
};

/** The device's own id of an event: its clock and a sequence number. */
const eventNumber = (unit: Unit, at: Date) => `${at.getTime().toString(36)}-${++unit.events}`;

export function act(unit: Unit, at: Date, event: EventSpec): Act {
  const numbered = { id: eventNumber(unit, at), time: at.toISOString(), ...event };
  return {
    at,
    unit,
    report: { serial: unit.serial, reportedAt: at.toISOString(), state: reading(unit, at), events: [numbered] },
  };
}

/** Opens a lock at `at` by a code or a command, which the portal knows of, and closes it a while later. */
export function openForAWhile(lock: Unit, at: Date): Act[] {
  const states = [false, true].map((secured, i): Act => {
    lock.secured = secured;
    const then = later(at, i * openSeconds);
    const report = { serial: lock.serial, reportedAt: then.toISOString(), state: reading(lock, then) };
    return { at: then, unit: lock, report };
  });
  lock.cycles++;
  lock.busyUntil = later(at, openSeconds).getTime();
  return states;
}

/** The same by a person's PIN, which the portal learns of from the report. */
export const openByPin = (lock: Unit, agent: string, at: Date): Act[] => [
  setSecured(lock, false, agent, at),
  setSecured(lock, true, agent, later(at, openSeconds)),
];

const openSeconds = 45;
const later = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000);
const free = (at: Date) => (unit: Unit) => unit.busyUntil <= at.getTime();
/** Whether this person may use a device of the store; always true in the history, which does not judge. */
const may = (store: Store, agent: string, at: Date) => (unit: Unit) => store.mayUse?.(agent, unit, at) ?? true;
const unheld = (store: Store, agent: string, at: Date) =>
  store.keys.filter((k) => k.holder === null && free(at)(k)).filter(may(store, agent, at));
/** The person if they may use the device, else another one who may; undefined if there is none. */
function agentFor(store: Store, unit: Unit, at: Date, agent: string): string | undefined {
  return [agent, ...store.staff].find((one) => may(store, one, at)(unit));
}
const keysOf = (store: Store, agent: string) => store.keys.filter((k) => k.holder === agent);

export function checkOut(key: Unit, agent: string, at: Date): Act {
  key.holder = agent;
  key.cycles++;
  return act(key, at, { type: 'KEY_CHECKOUT', agent, result: 'success' });
}
function checkIn(key: Unit, at: Date): Act {
  const agent = key.holder;
  key.holder = null;
  key.busyUntil = at.getTime();
  return act(key, at, { type: 'KEY_CHECKIN', ...(agent ? { agent } : {}), result: 'success' });
}
export function setSecured(
  lock: Unit,
  secured: boolean,
  agent: string | undefined,
  at: Date,
  type: DeviceEventType = 'LOCK_UNLOCK',
): Act {
  lock.secured = secured;
  lock.busyUntil = at.getTime();
  if (!secured) lock.cycles++;
  return act(lock, at, { type, ...(agent ? { agent } : {}), result: 'success', attributes: { secured } });
}

/** Arms or disarms everything with an alarm, a few seconds apart, and switches the mode of the OKMs. */
function alarms(store: Store, at: Date, agent: string, armed: boolean): Act[] {
  const by = (unit: Unit) => {
    const permitted = agentFor(store, unit, at, agent);
    return permitted ? { agent: permitted } : {};
  };
  const modes = store.okms.map((okm) => {
    okm.armed = armed;
    return act(okm, at, {
      type: 'STORE_MODE_SETUP_STATE_CHANGE',
      ...by(okm),
      attributes: { storeMode: armed ? 'closed' : 'open' },
    });
  });
  const pods = store.pods.slice(0, 8).map((pod, i) => {
    pod.armed = armed;
    return act(pod, later(at, 20 + i * 4), {
      type: 'ARM_DISARM_ALARM',
      ...by(pod),
      result: 'success',
      attributes: { armed },
    });
  });
  return [...modes, ...pods];
}

/** The acts at opening time: a key is taken, alarms are disarmed. */
export function openStore(store: Store, at: Date, random: Random): Act[] {
  const first = random.pick(store.staff);
  const [key] = unheld(store, first, at);
  return [...(key ? [checkOut(key, first, later(at, -600))] : []), ...alarms(store, later(at, -540), first, false)];
}

/** The acts at closing time: open locks are closed, keys are returned (a few are forgotten), alarms are armed. */
export function closeStore(store: Store, at: Date, random: Random): Act[] {
  const last = random.pick(store.staff);
  const locks = store.locks
    .filter((l) => !l.secured && !random.chance(0.04))
    .map((l, i) => setSecured(l, true, agentFor(store, l, at, last), later(at, 30 + i * 15)));
  const keys = store.keys
    .filter((k) => k.holder !== null && !random.chance(0.03))
    .map((k, i) => checkIn(k, later(at, 300 + i * 12)));
  return [...locks, ...keys, ...alarms(store, later(at, 900), last, true)];
}

/** Occasional events of the cabinet itself; the third element is the number of occurrences that the cabinet counted. */
const cabinetEvents: readonly [DeviceEventType, Attributes, number?][] = [
  ['EXTERNAL_POWER_STATE_CHANGE', { externalPower: false }, 3],
  ['CLOCK_STATE_CHANGE', { clockSynced: true }],
  ['USB_STATE_CHANGE', { connected: true }],
  ['AUDIT_DATA_STORAGE_STATE_CHANGE', { used: 71 }],
  ['FOREIGN_KEY_DOCKED', { slot: 14 }, 2],
  ['ETHERNET_PARTNER', { partner: 'okm 40' }],
];

/** One customer visit: the acts that begin at `at`. */
export function randomActs(store: Store, at: Date, random: Random): Act[] {
  const agent = random.pick(store.staff);
  const luck = random.next();
  if (luck < 0.045) return refusedAttempt(store, at, random, agent);
  if (luck < 0.06) {
    const [type, attributes, occurrence] = random.pick(cabinetEvents);
    return [act(random.pick(store.okms), at, { type, attributes, ...(occurrence ? { occurrence } : {}) })];
  }
  if (luck < 0.1) {
    const type = random.chance(0.5) ? 'AUTHORIZE_DETACHER' : 'DEAUTHORIZE_DETACHER';
    const okms = store.okms.filter(may(store, agent, at));
    return okms.length > 0 ? [act(random.pick(okms), at, { type, agent, result: 'success' })] : [];
  }
  if (luck < 0.24) return takeOrPutBack(store, at, random, agent);
  return openAndClose(store, at, random, agent);
}

function takeOrPutBack(store: Store, at: Date, random: Random, agent: string): Act[] {
  const pods = store.pods.filter(may(store, agent, at));
  if (pods.length === 0) return [];
  const pod = random.pick(pods);
  pod.merchandise = !pod.merchandise;
  return [act(pod, at, { type: 'ASSET_CHANGE', agent, attributes: { merchandisePresent: pod.merchandise } })];
}

function refusedAttempt(store: Store, at: Date, random: Random, agent: string): Act[] {
  const unit = random.chance(0.3) || store.locks.length === 0 ? random.pick(store.okms) : random.pick(store.locks);
  const { mayUse } = store;
  const refused = mayUse ? store.staff.filter((one) => !mayUse(one, unit, at)) : [agent];
  const isStranger = random.chance(0.2) || refused.length === 0;
  const stranger = isStranger ? `badge ${random.between(1000, 9999)}` : random.pick(refused);
  const type = unit.deviceClass === 'OKM' ? 'KEY_CHECKOUT' : 'LOCK_UNLOCK';
  // the rules give no reason to refuse a person who may use it, so there was no key
  const reason = mayUse || isStranger ? {} : ({ reason: 'key' } as const);
  return [act(unit, at, { type, agent: stranger, result: 'unauthorized', ...reason })];
}

/** Takes a key unless the agent holds one, opens a lock, closes it later, and often returns the key. */
function openAndClose(store: Store, at: Date, random: Random, agent: string): Act[] {
  const acts: Act[] = [];
  const closed = store.locks.filter((l) => l.secured && free(at)(l)).filter(may(store, agent, at));
  if (closed.length === 0) return takeOrPutBack(store, at, random, agent);
  const lock = random.pick(closed);
  const [key] = keysOf(store, agent).length > 0 ? [] : unheld(store, agent, at);
  if (key) acts.push(checkOut(key, agent, at));
  const start = key ? later(at, store.pace * random.between(25, 90)) : at;
  const dual = lock.typeName === 'rac lock' && random.chance(0.15);
  acts.push(setSecured(lock, false, agent, start, dual ? 'DUAL_AUTHORIZATION_UNLOCK' : 'LOCK_UNLOCK'));
  if (random.chance(0.03)) return acts;
  const end = later(start, store.pace * random.between(40, 420));
  acts.push(setSecured(lock, true, agent, end));
  const [held] = keysOf(store, agent);
  if (held && random.chance(0.5)) acts.push(checkIn(held, later(end, store.pace * random.between(30, 200))));
  return acts;
}
