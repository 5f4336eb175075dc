import type { StateField, StateValue } from '@keyward/contract/devices';
import type { rejectionReasons } from '@keyward/contract/gateway';
import { instant } from '@keyward/contract/text';

export type Rejection = (typeof rejectionReasons)[number];
export type StateSchema = Record<string, StateField>;
export type StateValues = Record<string, StateValue>;
/** The known state of a device, and the time of each value (ISO). */
export type DeviceState = {
  state: StateValues;
  stateTimes: Record<string, string>;
  securityStatus: 'secured' | 'unsecured' | null;
};

/** Derived from custody, so reported values are ignored. */
export const custodyField = 'checkedOut';
/** The state value that determines the device's security status, where its type has one. */
const securityField = 'secured';

const isInstant = (value: StateValue) => instant.safeParse(value).success;
const isValid: Record<StateField['type'], (value: StateValue) => boolean> = {
  text: (value) => typeof value === 'string',
  enum: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  percent: (value) => typeof value === 'number' && value >= 0 && value <= 100,
  boolean: (value) => typeof value === 'boolean',
  dateTime: isInstant,
};

/** The reason why the values violate the type's schema, or undefined. Null clears a value. */
export function rejectionOf(schema: StateSchema, values: StateValues): Rejection | undefined {
  const entries = Object.entries(values);
  if (entries.some(([name]) => !Object.hasOwn(schema, name))) return 'unknownStateField';
  const wrong = entries.some(([name, value]) => {
    const field = schema[name];
    return value !== null && field && !isValid[field.type](value);
  });
  return wrong ? 'invalidStateValue' : undefined;
}

/** The state with one value seen at `at` (ISO); an older value is ignored. */
export function withValue<D extends DeviceState>(device: D, name: string, value: StateValue, at: string): D {
  const storedTime = device.stateTimes[name];
  if (storedTime !== undefined && storedTime > at) return device;
  return {
    ...device,
    state: { ...device.state, [name]: value },
    stateTimes: { ...device.stateTimes, [name]: at },
    securityStatus: name === securityField ? securityOf(value) : device.securityStatus,
  };
}

const securityOf = (value: StateValue) => (typeof value === 'boolean' ? (value ? 'secured' : 'unsecured') : null);

export function withReport<D extends DeviceState>(device: D, values: StateValues, at: string): D {
  return Object.entries(values)
    .filter(([name]) => name !== custodyField)
    .reduce((updated, [name, value]) => withValue(updated, name, value, at), device);
}
