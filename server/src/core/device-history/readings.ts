import { historyMonths } from '@keyward/contract/device-history';
import type { StateField, StateValue } from '@keyward/contract/devices';

/** The last value of a field seen within an hour. */
export type Reading = {
  deviceId: string;
  field: string;
  /** A full hour in UTC. All times here are ISO instants. */
  hour: string;
  seenAt: string;
  value: number;
};

type Known = { id: string; state: Record<string, StateValue>; stateTimes: Record<string, string> };
type Schema = Record<string, StateField>;

export const hourOf = (at: string): string => `${at.slice(0, 13)}:00:00.000Z`;

/** The fields with a history, in display order. */
export const numberFields = (schema: Schema): string[] =>
  Object.entries(schema)
    .filter(([, { type }]) => type === 'number' || type === 'percent')
    .toSorted(([, a], [, b]) => a.displayGroup.localeCompare(b.displayGroup) || a.position - b.position)
    .map(([name]) => name);

/** The beginning of history: older readings have been deleted. */
export function historyStart(now: Date): Date {
  const since = new Date(now);
  since.setUTCMonth(since.getUTCMonth() - historyMonths);
  return since;
}

/**
 * The readings that values seen at `at` add to the history of a device. The latest value of a field stays in its state until a
 * value of another hour follows; a late value becomes the reading of its hour, unless the state has a later one of that hour.
 */
export function readingsOf(
  device: Known,
  schema: Schema,
  { values, at, now }: { values: Record<string, StateValue>; at: string; now: string },
): Reading[] {
  const readings: Reading[] = [];
  for (const [field, value] of Object.entries(values)) {
    const type = schema[field]?.type;
    if (type !== 'number' && type !== 'percent') continue;
    const stored = device.state[field];
    const storedAt = device.stateTimes[field];
    const latest =
      typeof stored === 'number' && storedAt !== undefined ? { value: stored, seenAt: storedAt } : undefined;
    const isNewer = storedAt === undefined || storedAt <= at;
    const isSameHour = latest !== undefined && hourOf(latest.seenAt) === hourOf(at);
    const add = (reading: { value: number; seenAt: string }) =>
      readings.push({ deviceId: device.id, field, hour: hourOf(reading.seenAt), ...reading });
    if (isNewer && latest && !(isSameHour && typeof value === 'number')) add(latest);
    if (!isNewer && typeof value === 'number' && !isSameHour) add({ value, seenAt: at });
  }
  const oldest = historyStart(new Date(now)).toISOString();
  return readings.filter(({ hour }) => hour >= oldest);
}
