import type { Report, ReportsReply } from '@keyward/contract/gateway';
import { type Controller, touchToken } from '#core/auth/controller.ts';
import { silencesIn } from '#core/device-history/connection.ts';
import type { Reading } from '#core/device-history/readings.ts';
import { saveReadings, saveSilences } from '#core/device-history/store.ts';
import { contentId, type NewEvent, writeEvents } from '#core/events/events.ts';
import { PortalError } from '#core/errors.ts';
import { announce } from '#core/live/changes.ts';
import { locationIds } from '#core/locations/ids.ts';
import { type Db, planOnce } from '#db/tenant.ts';
import { applyReport, type NewReportEvent } from './apply.ts';
import type { Custody } from './custody.ts';
import { lockDevices, type OwnDevice, readReportContext, saveCustody, saveStates, saveUses } from './queries.ts';
import { withReasons } from './refusals.ts';
import { rejectionOf, type Rejection } from './state.ts';

/** Arrival of the seed's reports, which lie in the past. */
export type Arrival = {
  now: Date;
  receivedAt: (time: Date) => Date;
  /** Times at which the controller reported until `now`; only `now` by default. */
  reports?: readonly Date[];
};

/** The reporting controller. Without a token, the caller is the seed. */
export type ReportingController = Pick<Controller, 'deviceId' | 'serial'> &
  Partial<Pick<Controller, 'tokenId' | 'touchDue'>>;

/**
 * Applies a controller's reports: device state, history, key custody, events. One transaction with few statements, locking
 * in the order that every writer uses: devices by id, token, custody, names, counters. A report that names a device of
 * another controller, or a value outside the type's schema, is refused as a whole; the others are applied.
 */
export async function applyReports(
  db: Db,
  controller: ReportingController,
  reports: readonly Report[],
  arrival?: Arrival,
): Promise<ReportsReply> {
  const serials = [...new Set(reports.map((r) => r.serial))];
  const { tokenId, touchDue = false } = controller;
  planOnce(db);
  const [locked] = await Promise.all([
    lockDevices(db, controller.deviceId, serials),
    tokenId !== undefined && touchToken(db, { tokenId, touchDue }),
  ]);
  // an OKM that was replaced while its report waited is unknown, like its token
  if (locked.some(({ id, serial }) => id === controller.deviceId && serial !== controller.serial))
    throw new PortalError('invalidControllerToken');
  const devices = new Map(locked.map((d) => [d.serial, d]));
  const events = reports.map((r) => withIds(r, devices.get(r.serial)));
  const {
    types,
    agents,
    knownEvents,
    now: time,
    offlineMinutes,
  } = await readReportContext(db, {
    typeIds: [...devices.values()].map((d) => d.typeId),
    agents: events.flatMap((list) => list.flatMap(({ event }) => (event.agent === undefined ? [] : [event.agent]))),
    eventIds: events.flatMap((list) => list.map((e) => e.id)),
  });
  const now = arrival?.now ?? time;
  const context = { now: now.toISOString(), controller, agents };

  const rejected: { index: number; reason: Rejection }[] = [];
  const custody = new Map<string, Custody>();
  const newEvents: NewEvent[] = [];
  const readings: Reading[] = [];
  let duplicates = 0;
  // any report counts as a sign of life of the controller
  const reported = new Set([controller.serial]);
  for (const [index, report] of reports.entries()) {
    const device = devices.get(report.serial);
    const type = device && types.get(device.typeId);
    if (!type) {
      // does not reveal that another controller has such a device
      rejected.push({ index, reason: 'unknownDevice' });
      continue;
    }
    const reason = rejectionOf(type.schema, report.state ?? {});
    if (reason) {
      rejected.push({ index, reason });
      continue;
    }
    const reportEvents = withoutDuplicates(events[index] ?? [], knownEvents);
    duplicates += (report.events?.length ?? 0) - reportEvents.length;
    const applied = applyReport(device, type, report, reportEvents, context);
    devices.set(report.serial, applied.device);
    reported.add(report.serial);
    if (applied.custody) custody.set(device.id, applied.custody);
    for (const event of applied.events) newEvents.push(event);
    for (const reading of applied.readings) readings.push(reading);
  }
  const explained = await withReasons(db, newEvents);
  const changed = [...devices.values()].filter((d) => reported.has(d.serial));
  announce(
    db,
    changed.map(({ id, locationId: at }) => ({ resource: 'device', id, locations: locationIds(at) })),
  );
  const lastReport = devices.get(controller.serial)?.reportedAt ?? null;
  const silences = silencesIn(lastReport, arrival?.reports ?? [now], offlineMinutes);
  const receivedAt = arrival?.receivedAt ?? (() => now);
  // pipelined in this order, and awaited once
  await Promise.all([
    saveStates(db, changed, now),
    saveCustody(db, [...custody.values()]),
    saveReadings(db, readings),
    saveSilences(db, controller.deviceId, silences),
    // the seed reports a month in one transaction, and sets last activity at its end
    arrival ? undefined : saveUses(db, agents, usesOf(explained, now)),
    writeEvents(
      db,
      explained.map((e) => ({ ...e, receivedAt: receivedAt(e.time ?? now) })),
    ),
  ]);
  return { accepted: explained.length, duplicates, rejected };
}

/** The last granted use of each profile; future times are capped at `now`. */
function usesOf(events: readonly NewEvent[], now: Date): Map<string, Date> {
  const uses = new Map<string, Date>();
  for (const { agent, result = 'success', time = now } of events) {
    if (!agent?.id || result !== 'success') continue;
    const at = time < now ? time : now;
    const last = uses.get(agent.id);
    if (!last || last < at) uses.set(agent.id, at);
  }
  return uses;
}

/**
 * Derives the event id from device, generation and the device's event id, so that a repeat has the same id, and new hardware can
 * number its events from 1 again; events of unknown devices get none. The first generation is left out, because its ids predate
 * generations.
 */
const withIds = (report: Report, device: OwnDevice | undefined): NewReportEvent[] => {
  if (!device) return [];
  const { id, generation } = device;
  const parts = generation === 1 ? ['event', id] : ['event', id, String(generation)];
  return (report.events ?? []).map((event) => ({ id: contentId(...parts, event.id), event }));
};

/**
 * Events stored neither in the database nor earlier in the same request, which are added to `seen`. The devices are
 * locked, so no concurrent request can store the same ones.
 */
function withoutDuplicates(events: readonly NewReportEvent[], seen: Set<string>): NewReportEvent[] {
  return events.filter(({ id }) => {
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}
