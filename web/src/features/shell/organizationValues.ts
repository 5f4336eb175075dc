import { type Organization, organizationForm } from '@keyward/contract/organization';
import {
  ofEachSetting,
  type OwnSettings,
  ownSettingIds,
  type SettingValue,
  specOf,
} from '@keyward/contract/organization-settings';
import { firstChange, sanitiseText } from '#lib/sanitise.ts';
import { typedTime } from '#lib/typedTime.ts';

/** Value of a field: numbers as they were typed, empty for none. */
export type Typed = string | boolean;
export type Values = { name: string } & Record<keyof OwnSettings, Typed>;

const typed = (value: SettingValue): Typed => (typeof value === 'boolean' ? value : String(value ?? ''));

export const toValues = ({ name, settings }: Pick<Organization, 'name' | 'settings'>): Values => ({
  ...ofEachSetting((id) => typed(settings[id])),
  name,
});

function valueOf(id: keyof OwnSettings, given: Typed): SettingValue {
  const { kind } = specOf(id);
  if (typeof given === 'boolean') return given;
  if (kind === 'time') return typedTime(given);
  if (kind !== 'number') return given;
  const text = given.trim();
  return text === '' ? null : /^-?\d+$/.test(text) ? Number(text) : text;
}

type Checked = { body: object; faults?: undefined } | { faults: Record<string, string> };

/** Body of a save, with the changed fields; or, by field, the messages for values that the contract refuses. */
export function checkValues(values: Values, before: Values): Checked {
  const changed = ownSettingIds.filter((id) => values[id] !== before[id]);
  const body = {
    ...(values.name === before.name ? {} : { name: sanitiseText(values.name) }),
    settings: Object.fromEntries(changed.map((id) => [id, valueOf(id, values[id])])),
  };
  const parsed = organizationForm.safeParse(body);
  if (parsed.success) return { body };
  return { faults: Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path.at(-1)), message])) };
}

/** Changes that sanitising makes to the changed fields, by field. */
export const cleanedIn = (values: Values, before: Values): Record<string, { from: string; to: string }> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) => {
      const change = value === Reflect.get(before, field) ? null : firstChange(value);
      return change ? [[field, change] as const] : [];
    }),
  );
