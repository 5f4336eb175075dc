// Devices for only one test, created through the API with names that other tests do not find.
import { type Device, devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import type { Call } from './calls.ts';
import { batchNames } from './selection.ts';

export const leeds = 'Northgate – Leeds';

/** The column of the location in lists, and the locations. */
export async function locationTag(call: Call): Promise<{ column: string; names: string[] }> {
  const { data } = await call(groups.definitions, { query: { type: '1', is_location: 'true' } });
  return { column: `tags.${data[0]?.id}`, names: data[0]?.values.map(({ name }) => name) ?? [] };
}

/** A random name, and a random serial number with the prefix of a type. */
export function newNames(prefix: string): { name: string; serial: string } {
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(6)))
    .toString('hex')
    .toUpperCase();
  return { name: `Browser test ${random}`, serial: `${prefix}${random}` };
}

/** The serial number prefix of each device type of the demo, by the type's displayed name. */
export const prefixes = {
  'IR padlock 2.0': '3A10',
  'Padlock (indoor only)': '3A20',
  'Padlock (in/outdoor)': '3A21',
  'RAC lock': '3B00',
  'Cabinet lock': '3C00',
  'Smart POD': '5D00',
  OneKey: '7E00',
  'OKM 40': '9F40',
} as const;

/** Values by the tag's label; the location defaults to Leeds. */
type DeviceInput = {
  name?: string;
  type?: keyof typeof prefixes;
  tags?: Record<string, string[]>;
  /** Absent: a new one of the type. */
  serial?: string;
};

export async function newDevice(
  call: Call,
  { name: given, type = 'Cabinet lock', tags = {}, serial: known }: DeviceInput = {},
): Promise<Device> {
  const { data: definitions } = await call(groups.definitions, { query: { object_type: 'devices' } });
  const values: Record<string, string[]> = { Location: [leeds], ...tags };
  const { name, serial } = newNames(prefixes[type]);
  const { data } = await call(devices.create, {
    body: {
      name: given ?? name,
      serial_number: known ?? serial,
      tags: definitions.flatMap(({ id, label, type: kind }) => {
        const chosen = values[label];
        return chosen ? [{ tagId: id, type: kind, values: chosen }] : [];
      }),
    },
  });
  return data;
}

/** Devices with a unique common word, and their names in the list's order. */
export async function someDevices(call: Call, count: number) {
  const { word, names } = batchNames('Batch', count);
  const ids: string[] = [];
  for (const name of names) ids.push((await newDevice(call, { name })).id);
  return { word, names, ids };
}

export const left = async (call: Call, search: string) =>
  (await call(devices.list, { query: { search } })).total_results;
