import type { Report, ReportsReply } from '@keyward/contract/gateway';
import { type Controller, touchToken } from '#core/controller.ts';
import { contentId, type NewEvent, writeEvents } from '#core/events.ts';
import type { Db } from '#db/tenant.ts';
import { applyReport, type Fresh } from './apply.ts';
import type { Custody } from './custody.ts';
import {
  existingSerials,
  findAgents,
  knownEvents,
  lockDevices,
  type OwnDevice,
  saveCustody,
  saveStates,
  typesAndTime,
} from './queries.ts';
import { refusal, type Rejection } from './state.ts';

/** When things arrived, for the seed: it tells of days gone by. */
export type Arrival = { now: Date; receivedAt: (time: Date) => Date };

/** Who speaks. Without a token it is a part of the portal itself: the seed. */
export type Speaker = Pick<Controller, 'deviceId' | 'serial'> & Partial<Pick<Controller, 'tokenId' | 'touchDue'>>;

/**
 * Applies a controller's reports: state of its devices, custody of keys, events. One transaction of few statements, in
 * the order every writer keeps: devices by id, token, custody, names, counters. A report that names a device the
 * controller does not speak for, or a value the device's type does not have, is refused whole; the others stand.
 */
export async function applyReports(
  db: Db,
  controller: Speaker,
  reports: readonly Report[],
  arrival?: Arrival,
): Promise<ReportsReply> {
  const serials = [...new Set(reports.map((r) => r.serial))];
  const devices = new Map((await lockDevices(db, controller.deviceId, serials)).map((d) => [d.serial, d]));
  const { types, time } = await typesAndTime(
    db,
    [...devices.values()].map((d) => d.typeId),
  );
  const { tokenId, touchDue = false } = controller;
  if (tokenId !== undefined) await touchToken(db, { tokenId, touchDue });

  const strangers = serials.filter((serial) => !devices.has(serial));
  const existing = await existingSerials(db, strangers);
  const judge = (report: Report): Rejection | undefined => {
    const device = devices.get(report.serial);
    if (!device) return existing.has(report.serial) ? 'notYourDevice' : 'unknownDevice';
    return refusal(types.get(device.typeId)?.schema ?? {}, report.state ?? {});
  };
  const judged = reports.map((report, index) => ({ report, index, reason: judge(report) }));
  const taken = judged.filter((j) => j.reason === undefined).map((j) => j.report);
  const { fresh, duplicates } = await freshEvents(db, taken, devices);

  const now = arrival?.now ?? time;
  const agents = await findAgents(db, agentNames(taken));
  const around = { now: now.toISOString(), controller: controller.serial, agents };
  const custody = new Map<string, Custody>();
  const events: NewEvent[] = [];
  // the controller was heard of, whatever it spoke about
  const heard = new Set([controller.serial]);
  for (const report of taken) {
    const device = devices.get(report.serial);
    const type = device && types.get(device.typeId);
    if (!type) continue;
    const applied = applyReport(device, type, report, fresh.get(report) ?? [], around);
    devices.set(report.serial, applied.device);
    heard.add(report.serial);
    if (applied.custody) custody.set(device.id, applied.custody);
    events.push(...applied.events);
  }
  await saveStates(
    db,
    [...devices.values()].filter((d) => heard.has(d.serial)),
    now,
  );
  await saveCustody(db, [...custody.values()]);
  await writeEvents(
    db,
    arrival ? events.map((e) => ({ ...e, receivedAt: arrival.receivedAt(e.time ?? now) })) : events,
  );
  return {
    accepted: events.length,
    duplicates,
    rejected: judged.flatMap(({ index, reason }) => (reason ? [{ index, reason }] : [])),
  };
}

const agentNames = (reports: readonly Report[]): string[] => [
  ...new Set(reports.flatMap((r) => (r.events ?? []).flatMap((e) => (e.agent === undefined ? [] : [e.agent])))),
];

/**
 * The events that are stored neither in the database nor earlier in the same request: (device, event id) tells repeats.
 * The devices are locked, so no other request can be storing the same ones meanwhile.
 */
async function freshEvents(db: Db, reports: readonly Report[], devices: ReadonlyMap<string, OwnDevice>) {
  const ided = reports.map((report) => {
    const deviceId = devices.get(report.serial)?.id;
    const events = (report.events ?? []).map((event): Fresh => ({ id: contentId('event', deviceId, event.id), event }));
    return { report, events };
  });
  const seen = await knownEvents(
    db,
    ided.flatMap((r) => r.events.map((e) => e.id)),
  );
  let duplicates = 0;
  const fresh = new Map<Report, Fresh[]>();
  for (const { report, events } of ided) {
    const unseen = events.filter(({ id }) => {
      if (seen.has(id)) return false;
      seen.add(id);
      return true;
    });
    duplicates += events.length - unseen.length;
    fresh.set(report, unseen);
  }
  return { fresh, duplicates };
}
