import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AccessDevice, type AccessProfile, isAllowed, checkAccess } from './access.ts';

const person: AccessProfile = {
  id: 'ann',
  disabled: false,
  begun: true,
  ended: false,
  permissions: { 'OKM-USER': 'TRUE' },
  locations: ['north'],
  groups: { department: ['toys'] },
};
const key: AccessDevice = {
  id: 'key',
  deviceClass: 'KEY',
  location: 'north',
  groups: {},
  lost: false,
  heldBy: null,
  checkedOut: false,
  reachable: true,
};
const lock: AccessDevice = { ...key, id: 'lock', deviceClass: 'LOCK' };
const okm: AccessDevice = { ...key, id: 'okm', deviceClass: 'OKM' };
const firstFailure = (who: AccessProfile, device: AccessDevice, keys: AccessDevice[] = [key]) =>
  checkAccess(who, device, keys).find((check) => !check.passed) ?? null;

test('a person with the location, the permission, a matching group and an available key is allowed', () => {
  for (const device of [key, lock, okm]) expect(isAllowed(checkAccess(person, device, [key]))).toBe(true);
});

test.each<[string, AccessProfile, AccessDevice, AccessDevice[], object]>([
  ['switched off', { ...person, disabled: true }, lock, [key], { rule: 'active' }],
  ['no permission', { ...person, permissions: {} }, lock, [key], { rule: 'permission' }],
  ['not yet valid', { ...person, begun: false }, lock, [key], { rule: 'beginning' }],
  ['whose validity has ended', { ...person, ended: true }, lock, [key], { rule: 'end' }],
  ['elsewhere', { ...person, locations: ['south'] }, lock, [key], { rule: 'location' }],
  ['an unassigned device', person, { ...lock, location: null }, [key], { rule: 'location' }],
  [
    'another group',
    person,
    { ...lock, groups: { department: ['shoes'] } },
    [key],
    { rule: 'groups', tag: 'department' },
  ],
  [
    'every group asked, none held',
    { ...person, groups: {} },
    { ...lock, groups: { department: '*' } },
    [key],
    { rule: 'groups' },
  ],
  ['no key at all', person, lock, [], { rule: 'key' }],
  ['a key of another location', person, lock, [{ ...key, location: 'south' }], { rule: 'key' }],
  ['a key of another group', person, lock, [{ ...key, groups: { department: ['shoes'] } }], { rule: 'key' }],
  ['the key is out', person, lock, [{ ...key, checkedOut: true, heldBy: 'bob' }], { rule: 'key', heldBy: 'bob' }],
  ['the key itself is out', person, { ...key, checkedOut: true, heldBy: 'bob' }, [], { rule: 'key', heldBy: 'bob' }],
  ['the OKM is silent', person, lock, [{ ...key, reachable: false }], { rule: 'controller' }],
  ['a silent OKM itself', person, { ...okm, reachable: false }, [], { rule: 'controller' }],
  ['a lost key', person, { ...key, lost: true }, [], { rule: 'lost' }],
  ['a lock whose only key is lost', person, lock, [{ ...key, lost: true }], { rule: 'key' }],
])('%s: access is refused', (_, who, device, keys, expected) => {
  expect(firstFailure(who, device, keys)).toMatchObject({ passed: false, ...expected });
});

test('a key in one’s own custody needs no OKM', () => {
  const mine = { ...key, checkedOut: true, heldBy: 'ann', reachable: false };
  expect(firstFailure(person, lock, [mine])).toBeNull();
  expect(firstFailure(person, mine, [])).toBeNull();
});

test('all-data access covers every location, and stars match everything', () => {
  const boss: AccessProfile = { ...person, permissions: { ...person.permissions, 'ALL-DATA-ACCESS': 'TRUE' } };
  expect(firstFailure({ ...boss, locations: [] }, { ...okm, location: null })).toBeNull();
  expect(
    firstFailure({ ...person, groups: { department: '*' } }, { ...lock, groups: { department: ['x'] } }),
  ).toBeNull();
});

test('another right or another free key never denies access', () => {
  const values = fc.constantFrom('toys', 'shoes');
  const groups = fc.dictionary(
    fc.constantFrom('department', 'team'),
    fc.oneof(fc.constant('*' as const), fc.array(values)),
  );
  const location = fc.constantFrom('north', 'south');
  const device = fc.record({
    id: fc.constantFrom('a', 'b'),
    deviceClass: fc.constantFrom('KEY', 'LOCK', 'POD', 'OKM'),
    location: fc.option(location),
    groups,
    lost: fc.boolean(),
    heldBy: fc.option(fc.constantFrom('ann', 'bob')),
    checkedOut: fc.boolean(),
    reachable: fc.option(fc.boolean()),
  });
  const who = fc.record({
    id: fc.constant('ann'),
    disabled: fc.boolean(),
    begun: fc.boolean(),
    ended: fc.boolean(),
    permissions: fc.record({ 'OKM-USER': fc.constantFrom('TRUE', 'FALSE') }),
    locations: fc.array(location),
    groups,
  });
  fc.assert(
    fc.property(who, device, fc.array(device, { maxLength: 3 }), (p, d, keys) => {
      const before = isAllowed(checkAccess(p, d, keys));
      const more = { ...p, permissions: { ...p.permissions, 'OKM-USER': 'TRUE', 'ALL-DATA-ACCESS': 'TRUE' } as const };
      if (before) {
        expect(isAllowed(checkAccess(more, d, keys))).toBe(true);
        expect(isAllowed(checkAccess(p, d, [...keys, key]))).toBe(true);
        expect([p.disabled, p.begun, p.ended]).toEqual([false, true, false]);
      }
    }),
  );
});
