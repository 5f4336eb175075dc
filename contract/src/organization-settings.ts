import { timeZones } from './time-zones.ts';

/** The headings under which Settings > Organization shows the settings, in order. */
export const settingGroups = ['general', 'signIn', 'profiles', 'devices', 'files'] as const;
type SettingGroup = (typeof settingGroups)[number];

type Common = {
  group: SettingGroup;
  /** For the command line, in English; the texts of the portal are in `texts/<language>/organization.ts`. */
  description: string;
  /** Set only on the operator's command line: it limits the load on the installation, or opens another way in. */
  operator?: true;
};
type Toggle = Common & {
  kind: 'toggle';
  default: boolean;
  /** The state that protects less: switching to it is mailed to all who may edit roles. */
  weakens?: 'on' | 'off';
};
type Whole = Common & {
  kind: 'number';
  min: number;
  max: number;
  default: number | null;
  /** May be null: no limit, or no such rule. */
  optional?: true;
  /** A number that means 'never' or 'no limit', above all others. */
  unlimited?: number;
  /** The direction in which it protects less: such a change is mailed to all who may edit roles. Null counts as the highest. */
  weakens?: 'higher' | 'lower';
};
type Zone = Common & { kind: 'zone'; default: string };
/** A local time of day, `HH:mm`. */
type Time = Common & { kind: 'time'; default: string };
/** Profile IDs, separated by commas. */
type People = Common & { kind: 'people'; default: string };
export type SettingSpec = Toggle | Whole | Zone | Time | People;

/**
 * The settings of an organization. A feature registers its settings here: the schema of the API, the form in
 * Settings > Organization, `keyward tenant config` and the mail about weaker protection follow. Each needs its texts in
 * `texts/<language>/organization.ts`; without them it does not compile.
 */
const organizationSettings = {
  timeZone: { kind: 'zone', group: 'general', default: 'UTC', description: 'time zone where no browser has one' },
  opensAt: { kind: 'time', group: 'general', default: '09:00', description: 'opening time of locations without hours' },
  closesAt: {
    kind: 'time',
    group: 'general',
    default: '20:00',
    description: 'their closing time; on the next day if it is not after the opening time',
  },
  autoLogoutTimeoutMins: {
    kind: 'number',
    group: 'signIn',
    min: 0,
    max: 720,
    default: 15,
    unlimited: 0,
    weakens: 'higher',
    description: 'minutes of inactivity before sign-out; 0: never',
  },
  passkeyAlone: {
    kind: 'toggle',
    group: 'signIn',
    default: false,
    weakens: 'on',
    operator: true,
    description: 'people sign in with a passkey alone that they made for it, without their password',
  },
  inactiveUserDays: {
    kind: 'number',
    group: 'profiles',
    min: 1,
    max: 3650,
    default: 90,
    description: 'days without use until a profile is inactive',
  },
  endInactiveAfterDays: {
    kind: 'number',
    group: 'profiles',
    // longer than the week of notice
    min: 14,
    max: 3650,
    default: null,
    optional: true,
    description: 'days without use after which the validity of a profile ends, announced a week before; none: never',
  },
  ledgerNotices: {
    kind: 'toggle',
    group: 'profiles',
    default: true,
    weakens: 'off',
    description: 'mail to people whose PIN another profile has seen',
  },
  offlineOkmMinutes: {
    kind: 'number',
    group: 'devices',
    min: 1,
    max: 10_080,
    default: 15,
    description: 'minutes without a report until an OKM is offline',
  },
  offlineHours: {
    kind: 'number',
    group: 'devices',
    min: 1,
    max: 168,
    default: 24,
    weakens: 'higher',
    description: 'hours that PINs and OnePASS keys work at an OKM without a connection',
  },
  keyDueSoonMinutes: {
    kind: 'number',
    group: 'devices',
    min: 1,
    max: 1440,
    default: 60,
    description: 'minutes before the curfew of a key from which it is due soon',
  },
  closingDelayMinutes: {
    kind: 'number',
    group: 'devices',
    min: 0,
    max: 240,
    default: 15,
    description: 'minutes after closing at which the closing check is made',
  },
  closingAlertTo: {
    kind: 'people',
    group: 'devices',
    default: '',
    description: 'profile IDs, separated by commas, that are mailed about closing checks',
  },
  closingEscalateTo: {
    kind: 'people',
    group: 'devices',
    default: '',
    description: 'profile IDs that are mailed when a closing check is not put right in time',
  },
  closingEscalationMinutes: {
    kind: 'number',
    group: 'devices',
    min: 1,
    max: 720,
    default: 30,
    description: 'minutes from the closing check until they are mailed',
  },
  unsecuredLockHours: {
    kind: 'number',
    group: 'devices',
    min: 1,
    max: 720,
    default: 8,
    description: 'hours covered by "Unsecured Locks"',
  },
  remoteUnlock: {
    kind: 'toggle',
    group: 'devices',
    default: false,
    weakens: 'on',
    description: 'people who may edit devices unlock them from afar',
  },
  remoteUnlockSeconds: {
    kind: 'number',
    group: 'devices',
    min: 10,
    max: 300,
    default: 60,
    weakens: 'higher',
    description: 'seconds in which a controller may carry out a remote unlock',
  },
  unauthorizedAttemptsDays: {
    kind: 'number',
    group: 'devices',
    min: 1,
    max: 365,
    default: 7,
    description: 'days covered by "Unauthorized Attempts"',
  },
  multipleOnekeyDays: {
    kind: 'number',
    group: 'devices',
    min: 1,
    max: 365,
    default: 7,
    description: 'days covered by "Multiple OneKeys"',
  },
  mailedReportFiles: {
    kind: 'toggle',
    group: 'files',
    default: false,
    weakens: 'on',
    description: 'scheduled reports are attached to their mails as CSV files; off: the mails contain only a link',
  },
  csvDownloadRecordsLimit: {
    kind: 'number',
    group: 'files',
    min: -1,
    max: 10_000_000,
    default: 100_000,
    unlimited: -1,
    operator: true,
    description: 'rows of a CSV download; -1: no limit',
  },
  csvUploadRecordsLimit: {
    kind: 'number',
    group: 'files',
    min: 1,
    max: 100_000,
    default: 1000,
    operator: true,
    description: 'lines of a profile import',
  },
} as const satisfies Record<string, SettingSpec>;

type Registered = typeof organizationSettings;
export type SettingId = keyof Registered;
type ValueOf<Spec> = Spec extends { kind: 'toggle' }
  ? boolean
  : Spec extends { kind: 'zone' | 'time' | 'people' }
    ? string
    : Spec extends { optional: true }
      ? number | null
      : number;
/** The value of each setting. */
export type OrganizationSettings = { [Id in SettingId]: ValueOf<Registered[Id]> };
type OperatorId = { [Id in SettingId]: Registered[Id] extends { operator: true } ? Id : never }[SettingId];
/** The settings that the organization's own administrator sees and changes. */
export type OwnSettings = Omit<OrganizationSettings, OperatorId>;
export type SettingValue = boolean | number | string | null;

export const settingIds = Object.keys(organizationSettings) as SettingId[];
/** The specification of a setting, in the type that all of them share. */
export const specOf = (id: SettingId): SettingSpec => organizationSettings[id];
export const ownSettingIds = settingIds.filter((id): id is keyof OwnSettings => specOf(id).operator === undefined);
export const ownSettingsOf = (settings: OrganizationSettings): OwnSettings =>
  Object.fromEntries(ownSettingIds.map((id) => [id, settings[id]])) as OwnSettings; // each of them

/** A value for each setting that the organization's administrator changes. */
export const ofEachSetting = <T>(of: (id: keyof OwnSettings) => T): Record<keyof OwnSettings, T> =>
  Object.fromEntries(ownSettingIds.map((id) => [id, of(id)])) as Record<keyof OwnSettings, T>; // each of them

export const organizationDefaults = Object.fromEntries(
  settingIds.map((id) => [id, organizationSettings[id].default]),
) as OrganizationSettings; // every setting has a default

/** The profile IDs of a setting that names people. */
export const profileIdsOf = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

export const isTimeOfDay = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** Whether the setting can have this value. */
export function isValueOf(spec: SettingSpec, value: unknown): boolean {
  if (spec.kind === 'toggle') return typeof value === 'boolean';
  if (spec.kind === 'zone') return typeof value === 'string' && timeZones.includes(value);
  if (spec.kind === 'time') return typeof value === 'string' && isTimeOfDay(value);
  if (spec.kind === 'people') return typeof value === 'string' && profileIdsOf(value).every((one) => one.length <= 100);
  if (value === null) return spec.optional === true;
  return Number.isInteger(value) && Number(value) >= spec.min && Number(value) <= spec.max;
}

/** Whether the change from `before` to `after` weakens the protection. */
export function weakens(spec: SettingSpec, before: SettingValue, after: SettingValue): boolean {
  if (
    spec.kind === 'zone' ||
    spec.kind === 'time' ||
    spec.kind === 'people' ||
    spec.weakens === undefined ||
    before === after
  )
    return false;
  if (spec.kind === 'toggle') return after === (spec.weakens === 'on');
  const rank = (value: SettingValue) => (value === null || value === spec.unlimited ? Infinity : Number(value));
  return spec.weakens === 'higher' ? rank(after) > rank(before) : rank(after) < rank(before);
}
