import type { EventChange } from '@keyward/contract/activity';
import type { StateValue } from '@keyward/contract/devices';
import type { GatewayEvent, Report } from '@keyward/contract/gateway';
import type { NewEvent } from '#core/events/events.ts';
import { type Custody, withCustody } from './custody.ts';
import type { KnownAgent, OwnDevice, TypeOfDevice } from './queries.ts';
import { withReport } from './state.ts';

/** An event that is not stored yet; its id derives from the device and the device's event id. */
export type Fresh = { id: string; event: GatewayEvent };
export type Surroundings = {
  /** ISO instant. */
  now: string;
  /** Serial number. */
  controller: string;
  agents: ReadonlyMap<string, KnownAgent>;
};
export type Applied = { device: OwnDevice; custody?: Custody; events: NewEvent[] };

/** One report on one device: a pure function, so that a thousand reports cost no round trip. */
export function applyReport(
  device: OwnDevice,
  type: TypeOfDevice,
  report: Report,
  fresh: readonly Fresh[],
  around: Surroundings,
): Applied {
  const moved =
    type.deviceClass === 'KEY'
      ? withCustody(
          device,
          fresh.map((f) => f.event),
          around.now,
          (name) => around.agents.get(name)?.id,
        )
      : { key: device };
  const seen = report.reportedAt ? new Date(report.reportedAt).toISOString() : around.now;
  // a value cannot be seen after it arrived: a clock that runs ahead would block later values
  const at = seen < around.now ? seen : around.now;
  return {
    device: withReport(moved.key, report.state ?? {}, at),
    ...(moved.custody ? { custody: moved.custody } : {}),
    events: fresh.map((f) => toEvent(f, device, report, around)),
  };
}

function toEvent({ id, event }: Fresh, device: OwnDevice, report: Report, around: Surroundings): NewEvent {
  const known = event.agent === undefined ? undefined : around.agents.get(event.agent);
  const agent = known ?? (event.agent === undefined ? undefined : { id: null, name: event.agent, email: null });
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
    locations: [...(device.locationId ? [device.locationId] : []), ...(known?.locations ?? [])],
    raw: { controller: around.controller, serial: report.serial, ...event },
  };
}

const text = (value: StateValue | undefined) => (value === null || value === undefined ? null : String(value));

/** The event's raw data, and the previous value where a newer one is already known. */
function changesOf(event: GatewayEvent, device: OwnDevice): EventChange[] {
  const time = new Date(event.time).toISOString();
  return Object.entries(event.attributes ?? {}).map(([attribute, value]) => {
    const known = device.stateTimes[attribute];
    const before = known !== undefined && known <= time ? device.state[attribute] : null;
    return { attribute, oldValue: text(before), newValue: text(value) };
  });
}
