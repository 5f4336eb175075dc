import { describe, expect, test } from 'vitest';
import { operatorChanges, settingChanges } from './organization.ts';
import {
  isValueOf,
  organizationDefaults,
  settingIds,
  type SettingSpec,
  specOf,
  weakens,
} from './organization-settings.ts';

const toggle: SettingSpec = { kind: 'toggle', group: 'general', default: true, weakens: 'off', description: '' };
const days: SettingSpec = {
  kind: 'number',
  group: 'general',
  min: 1,
  max: 30,
  default: null,
  optional: true,
  weakens: 'higher',
  description: '',
};

test('every default is a value of its setting', () => {
  for (const id of settingIds) expect(isValueOf(specOf(id), organizationDefaults[id]), id).toBe(true);
});

test.each<[SettingSpec, unknown, boolean]>([
  [toggle, false, true],
  [toggle, 'false', false],
  [toggle, 0, false],
  [toggle, null, false],
  [days, 1, true],
  [days, 30, true],
  [days, null, true],
  [days, 0, false],
  [days, 31, false],
  [days, 1.5, false],
  [days, '7', false],
  [days, Infinity, false],
  [specOf('inactiveUserDays'), null, false],
  [specOf('timeZone'), 'Asia/Tokyo', true],
  [specOf('timeZone'), 'Asia/Calcutta', false],
  [specOf('timeZone'), 9, false],
  [specOf('opensAt'), '00:00', true],
  [specOf('opensAt'), '23:59', true],
  [specOf('opensAt'), '24:00', false],
  [specOf('opensAt'), '9:00', false],
  [specOf('opensAt'), 900, false],
])('%j: %j is a value: %s', (spec, value, valid) => {
  expect(isValueOf(spec, value)).toBe(valid);
});

describe('a change protects less', () => {
  const timeout = specOf('autoLogoutTimeoutMins');
  test.each([
    [toggle, true, false, true],
    [toggle, false, true, false],
    [days, 7, 8, true],
    [days, 8, 7, false],
    [days, 7, null, true],
    [days, null, 7, false],
    [days, null, null, false],
    [timeout, 15, 0, true],
    [timeout, 0, 720, false],
    [timeout, 15, 30, true],
    [timeout, 30, 15, false],
    [specOf('inactiveUserDays'), 1, 2, false],
    [specOf('timeZone'), 'UTC', 'Asia/Tokyo', false],
  ] as const)('%j: %j to %j: %s', (spec, before, after, less) => {
    expect(weakens(spec, before, after)).toBe(less);
  });
});

test('the organization’s administrator cannot set what bounds the installation', () => {
  const wanted = { csvUploadRecordsLimit: 5, inactiveUserDays: 5 };
  expect(settingChanges.parse(wanted)).toEqual({ inactiveUserDays: 5 });
  expect(operatorChanges.parse(wanted)).toEqual(wanted);
});

test('a number out of range is refused with its bounds', () => {
  expect(settingChanges.safeParse({ inactiveUserDays: 0 }).error?.issues).toMatchObject([
    { path: ['inactiveUserDays'], message: 'outOfRange:1–3650' },
  ]);
});
