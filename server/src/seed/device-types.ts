import type { DeviceClass, StateField } from '@keyward/contract/devices';

export type DeviceTypeSpec = {
  name: string;
  deviceClass: DeviceClass;
  /** The serial number prefixes of the type. */
  prefixes: readonly string[];
  secureKeyCompatible?: true;
  stateSchema: Record<string, StateField>;
};

type Draft = [key: string, display: string, type: StateField['type'], fallback?: StateField['default']];
/** The state fields of a type. Group alpha is for users, bravo for technicians; positions follow the order here. */
function schema(alpha: Draft[], bravo: Draft[]): Record<string, StateField> {
  const fields = (drafts: Draft[], displayGroup: 'alpha' | 'bravo') =>
    drafts.map(([key, display, type, fallback = null], position): [string, StateField] => [
      key,
      { display, type, editable: false, default: fallback, displayGroup, position },
    ]);
  return Object.fromEntries([...fields(alpha, 'alpha'), ...fields(bravo, 'bravo')]);
}

const secured: Draft = ['secured', 'Secured', 'boolean'];
const battery: Draft = ['battery', 'Battery', 'percent'];
const armed: Draft = ['armed', 'Alarm armed', 'boolean', false];
const merchandise: Draft = ['merchandisePresent', 'Merchandise present', 'boolean'];
const firmware: Draft = ['firmwareVersion', 'Firmware version', 'text'];
const mac: Draft = ['macAddress', 'MAC address', 'text'];
const signal: Draft = ['signal', 'Signal (dBm)', 'number'];
const temperature: Draft = ['temperature', 'Temperature (°C)', 'number'];
const cycles: Draft = ['cycles', 'Lock cycles', 'number', 0];

const padlock = schema([secured, battery], [firmware, mac, signal, cycles]);

/** The device types of the demo. `secured` determines the security status, `checkedOut` follows a key's custody. */
export const deviceTypes: readonly DeviceTypeSpec[] = [
  {
    name: 'ir padlock 2.0',
    deviceClass: 'LOCK',
    prefixes: ['3A10'],
    secureKeyCompatible: true,
    stateSchema: padlock,
  },
  { name: 'padlock (indoor only)', deviceClass: 'LOCK', prefixes: ['3A20'], stateSchema: padlock },
  {
    name: 'padlock (in/outdoor)',
    deviceClass: 'LOCK',
    prefixes: ['3A21'],
    stateSchema: schema([secured, battery], [firmware, mac, signal, temperature, cycles]),
  },
  {
    name: 'rac lock',
    deviceClass: 'LOCK',
    prefixes: ['3B00', '3B01'],
    secureKeyCompatible: true,
    stateSchema: schema([secured, battery, armed], [firmware, mac, signal, cycles]),
  },
  {
    name: 'cabinet lock',
    deviceClass: 'LOCK',
    prefixes: ['3C00'],
    stateSchema: schema([secured, battery, merchandise], [firmware, mac, signal, cycles]),
  },
  {
    name: 'smart pod',
    deviceClass: 'POD',
    prefixes: ['5D00'],
    stateSchema: schema(
      [armed, merchandise, secured],
      [firmware, mac, temperature, ['externalPower', 'External power', 'boolean']],
    ),
  },
  {
    name: 'onekey',
    deviceClass: 'KEY',
    prefixes: ['7E00', '7E01'],
    stateSchema: schema(
      [['checkedOut', 'Checked out', 'boolean', false], battery],
      [firmware, ['uses', 'Uses', 'number', 0]],
    ),
  },
  {
    name: 'okm 40',
    deviceClass: 'OKM',
    prefixes: ['9F40'],
    stateSchema: schema(
      [
        ['storeMode', 'Store mode', 'enum'],
        ['externalPower', 'External power', 'boolean'],
      ],
      [firmware, mac, ['lastIp', 'Last IP address', 'text'], temperature, ['clockSynced', 'Clock synced', 'boolean']],
    ),
  },
];

/** The type of a serial number, by its longest matching prefix. Throws when no type matches. */
export function typeOfSerial(serial: string): DeviceTypeSpec {
  const owners = deviceTypes.flatMap((type) => type.prefixes.map((prefix) => ({ type, prefix })));
  const [owner] = owners
    .filter(({ prefix }) => serial.startsWith(prefix))
    .toSorted((a, b) => b.prefix.length - a.prefix.length);
  if (!owner) throw new Error(`no device type owns the serial number ${serial}`);
  return owner.type;
}
