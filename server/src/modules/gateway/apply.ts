import type { EventChange } from '@keyward/contract/activity';
import type { StateValue } from '@keyward/contract/devices';
import type { GatewayEvent, Report } from '@keyward/contract/gateway';
import { type Controller, reportedBy } from '#core/auth/controller.ts';
import { type Reading, readingsOf } from '#core/device-history/readings.ts';
import type { NewEvent } from '#core/events/events.ts';
import { type Custody, withCustody } from './custody.ts';
import type { AgentProfile, OwnDevice, TypeOfDevice } from './queries.ts';
import { withReport } from './state.ts';

/** An event that is not stored yet; its id derives from the device and the device's event id. */
export type NewReportEvent = { id: string; event: GatewayEvent };
export type ReportContext = {
  /** ISO instant. */
  now: string;
  controller: Pick<Controller, 'serial' | 'deviceId'>;
  agents: ReadonlyMap<string, AgentProfile>;
};
export type AppliedReport = { device: OwnDevice; custody?: Custody; events: NewEvent[]; readings: Reading[] };

/** Applies one report to one device. A pure function, so that a thousand reports cost no round trip. */
export function applyReport(
  device: OwnDevice,
  type: TypeOfDevice,
  report: Report,
  newEvents: readonly NewReportEvent[],
  context: ReportContext,
): AppliedReport {
  const moved =
    type.deviceClass === 'KEY'
      ? withCustody(
          device,
          newEvents.map((f) => f.event),
          context.now,
          (name) => context.agents.get(name)?.id,
        )
      : { key: device };
  const reportedAt = report.reportedAt ? new Date(report.reportedAt).toISOString() : context.now;
  // caps the time at the arrival, or a clock that runs ahead would block later values
  const time = reportedAt < context.now ? reportedAt : context.now;
  const values = report.state ?? {};
  return {
    device: withReport(moved.key, values, time),
    readings: readingsOf(device, type.schema, { values, at: time, now: context.now }),
    ...(moved.custody ? { custody: moved.custody } : {}),
    events: newEvents.map((f) => toEvent(f, device, report, context)),
  };
}

function toEvent({ id, event }: NewReportEvent, device: OwnDevice, report: Report, context: ReportContext): NewEvent {
  const profile = event.agent === undefined ? undefined : context.agents.get(event.agent);
  const agent = profile ?? (event.agent === undefined ? undefined : { id: null, name: event.agent, email: null });
  return {
    id,
    event: event.type,
    time: new Date(event.time),
    ...(agent ? { agent: { domain: 'profile', id: agent.id, name: agent.name, email: agent.email } } : {}),
    entity: { domain: 'device', id: device.id, name: device.name },
    origin: { system: 'gateway' },
    ...(event.occurrence === undefined ? {} : { occurrence: event.occurrence }),
    changes: changesOf(event, device),
    ...(event.result ? { result: event.result } : {}),
    ...(event.reason && event.result === 'unauthorized' ? { reason: event.reason } : {}),
    locations: [...(device.locationId ? [device.locationId] : []), ...(profile?.locations ?? [])],
    raw: { ...reportedBy(context.controller), serial: report.serial, ...event },
  };
}

const text = (value: StateValue | undefined) => (value === null || value === undefined ? null : String(value));

/** The event's attributes as changes, each with the previous value unless a newer one is stored. */
function changesOf(event: GatewayEvent, device: OwnDevice): EventChange[] {
  const time = new Date(event.time).toISOString();
  return Object.entries(event.attributes ?? {}).map(([attribute, value]) => {
    const storedTime = device.stateTimes[attribute];
    const before = storedTime !== undefined && storedTime <= time ? device.state[attribute] : null;
    return { attribute, oldValue: text(before), newValue: text(value) };
  });
}
