import type { Report } from '@keyward/contract/gateway';
import type { Db } from '#db/tenant.ts';
import { applyReports } from '#modules/gateway/service.ts';
import type { Act } from './acts.ts';
import type { Store, Unit } from './fleet.ts';
import { fullReading, measured } from './readings.ts';

const minute = 60_000;
/** Interval of an OKM's reports, and that of its measurements, in ms. */
const everyMs = 10 * minute;
const measuredMs = 3 * 60 * minute;

/** A period in which an OKM could not report, in ms; without an end it lasts until now. */
export type Outage = { from: number; to: number };
/** The connections of a store's OKMs until now: the last report of each, and its outages. */
export type Lines = Map<Unit, { last: number; outages: Outage[] }>;

const outageAt = (outages: readonly Outage[], time: number) =>
  outages.find(({ from, to }) => time >= from && time < to);

/** Times in ms of an OKM's reports after `last` until `end`, in order: every `everyMs`, except in outages, and at their ends. */
export function heartbeats(last: number, end: number, outages: readonly Outage[]): number[] {
  const times: number[] = [];
  let time = last + everyMs;
  while (time < end) {
    const outage = outageAt(outages, time);
    if (outage) time = outage.to;
    if (time < end) times.push(time);
    time += everyMs;
  }
  if (last < end) times.push(end);
  return times;
}

const controllerOf = (okm: Unit) => ({ deviceId: okm.id, serial: okm.serial });
const lineOf = (lines: Lines, okm: Unit) => {
  const line = lines.get(okm) ?? { last: 0, outages: [] };
  lines.set(okm, line);
  return line;
};

/** The OKM's measurements of itself at these reports. */
function measurements(okm: Unit, times: readonly number[]): { at: Date; report: Report }[] {
  let next = 0;
  return times.flatMap((time) => {
    if (time < next) return [];
    next = time + measuredMs;
    const at = new Date(time);
    return [{ at, report: { serial: okm.serial, reportedAt: at.toISOString(), state: measured(okm, at) } }];
  });
}

/**
 * Delivers acts in the order they happened, with the other reports of their OKMs until then; acts during a network outage arrive
 * at its end, or never.
 */
export async function sendActs(
  db: Db,
  { store, lines }: { store: Store; lines: Lines },
  acts: readonly Act[],
  outagesOf: (okm: Unit) => Outage[],
): Promise<number> {
  const byController = Map.groupBy(acts, (a) => a.unit.controller);
  let events = 0;
  for (const okm of store.okms) {
    const line = lineOf(lines, okm);
    const outages = outagesOf(okm);
    line.outages.push(...outages);
    const receivedAt = (time: Date) => {
      const outage = outageAt(outages, time.getTime());
      return outage ? new Date(outage.to) : new Date(time.getTime() + 400 + (time.getTime() % 2300));
    };
    const sent = (byController.get(okm.serial) ?? [])
      .filter((a) => Number.isFinite(receivedAt(a.at).getTime()))
      .toSorted((a, b) => a.at.getTime() - b.at.getTime());
    const last = sent.at(-1);
    if (!last) continue;
    const now = receivedAt(last.at);
    const reports = heartbeats(line.last, now.getTime(), line.outages);
    line.last = Math.max(line.last, now.getTime());
    const all = [...measurements(okm, reports), ...sent].toSorted((a, b) => a.at.getTime() - b.at.getTime());
    const arrival = { now, receivedAt, reports: reports.map((time) => new Date(time)) };
    events += (
      await applyReports(
        db,
        controllerOf(okm),
        all.map((a) => a.report),
        arrival,
      )
    ).accepted;
  }
  return events;
}

/** Reports the full state of each of these devices, as at startup, after the OKM's reports until then, except in outages. */
export async function reportState(db: Db, lines: Lines, okm: Unit, units: readonly Unit[], at: Date): Promise<void> {
  const line = lineOf(lines, okm);
  const times = line.last === 0 ? [at.getTime()] : heartbeats(line.last, at.getTime(), line.outages);
  line.last = Math.max(line.last, at.getTime());
  const full = units.map((u): Report => ({
    serial: u.serial,
    reportedAt: at.toISOString(),
    state: fullReading(u, at),
  }));
  const reports = [...measurements(okm, times.slice(0, -1)).map(({ report }) => report), ...full];
  await applyReports(db, controllerOf(okm), reports, {
    now: at,
    receivedAt: (time) => time,
    reports: times.map((time) => new Date(time)),
  });
}
