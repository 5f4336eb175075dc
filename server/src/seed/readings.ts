import type { StateValue } from '@keyward/contract/devices';
import type { Unit } from './fleet.ts';

const day = 24 * 3600 * 1000;
const tail = (unit: Unit) => Number.parseInt(unit.serial.slice(-4), 16);

/** A battery that lasts about eight months and is then replaced: drains a little every day. */
function battery(unit: Unit, at: Date): number {
  const life = 240;
  const age = (at.getTime() / day + tail(unit) * 17) % life;
  return Math.max(3, Math.round(100 - (age / life) * 97));
}

/** Firmware versions by device class, newest first. */
const firmware: Record<string, readonly string[]> = {
  LOCK: ['2.4.1', '2.4.0', '2.3.7'],
  POD: ['5.1.0', '5.0.2'],
  KEY: ['1.12.3', '1.12.1'],
  OKM: ['40.7.2'],
};
/** Positions in a hundred consecutive devices from which one lags one and two versions behind: ten lag one, three two. */
const updated = [87, 97];
function versionOf({ deviceClass, serial }: Unit): string {
  const versions = firmware[deviceClass] ?? [];
  const turn = (Number.parseInt(serial.slice(-4), 16) * 61) % 100;
  const behind = updated.filter((share) => turn >= share).length;
  return versions[Math.min(behind, versions.length - 1)] ?? '';
}
const hourly = (unit: Unit, at: Date) => Math.sin((at.getTime() / day) * 2 * Math.PI + tail(unit));

const temperature = (unit: Unit, at: Date) => Math.round((21 + 3 * hourly(unit, at)) * 10) / 10;

type ReadField = (unit: Unit, at: Date) => StateValue;
const values: Record<string, ReadField> = {
  secured: (unit) => unit.secured,
  armed: (unit) => unit.armed,
  storeMode: (unit) => (unit.armed ? 'closed' : 'open'),
  merchandisePresent: (unit) => unit.merchandise,
  battery,
  cycles: (unit) => unit.cycles,
  uses: (unit) => unit.cycles,
  temperature,
  signal: (unit) => -48 - (tail(unit) % 37),
};
/** Values that are constant over time. */
const constants: Record<string, ReadField> = {
  firmwareVersion: versionOf,
  macAddress: (unit) => (`02${unit.serial.slice(-10)}`.match(/../g) ?? []).join(':'),
  lastIp: (unit) => `10.${tail(unit) >> 8}.0.${(tail(unit) & 0xff) + 10}`,
  externalPower: () => true,
  clockSynced: () => true,
};

function read(unit: Unit, at: Date, from: Record<string, ReadField>): Record<string, StateValue> {
  const fields = Object.entries(from).filter(([name]) => Object.hasOwn(unit.fields, name));
  return Object.fromEntries(fields.map(([name, of]) => [name, of(unit, at)]));
}

/** The values in each report of a device. */
export const reading = (unit: Unit, at: Date): Record<string, StateValue> => read(unit, at, values);
/** The values that a device measures without being used. */
export const measured = (unit: Unit, at: Date): Record<string, StateValue> => read(unit, at, { temperature });
/** The full state, which a device sends at startup. */
export const fullReading = (unit: Unit, at: Date): Record<string, StateValue> =>
  read(unit, at, { ...values, ...constants });
