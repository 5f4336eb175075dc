import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  applyDependencies,
  type Authority,
  can,
  isPermissionId,
  isValueOf,
  mergeRoles,
  permissionCatalogue,
  type PermissionId,
  permissionIds,
  type Permissions,
  type PermissionValue,
  type Rule,
} from './permissions.ts';

const valuesOf = (id: PermissionId): readonly PermissionValue[] =>
  permissionCatalogue[id].type === 'multi' ? ['NONE', 'READ', 'EDIT'] : ['FALSE', 'TRUE'];
const role: fc.Arbitrary<Permissions> = fc.record(
  Object.fromEntries(permissionIds.map((id) => [id, fc.constantFrom(...valuesOf(id))])),
  { requiredKeys: [] },
);
const roles = fc.array(role, { maxLength: 4 });
const who = (permissions: Permissions, features: string[] = []): Authority => ({ permissions, features });
/** Rules that depend on roles; the in-product administrator is appointed. */
const rules: readonly Rule[] = Object.values(can).filter((rule) => rule !== can.manageOrganization);

const height: Record<string, number> = { NONE: 0, FALSE: 0, READ: 1, TRUE: 1, EDIT: 2 };
const heightOf = (p: Permissions, id: PermissionId) => height[p[id] ?? 'NONE'] ?? 0;
const heights = (p: Permissions) => permissionIds.map((id) => heightOf(p, id));

test('merging roles takes the highest level of each permission', () => {
  fc.assert(
    fc.property(roles, (list) => {
      const merged = mergeRoles(list);
      for (const id of permissionIds)
        expect(heightOf(merged, id), id).toBe(Math.max(0, ...list.map((r) => heightOf(r, id))));
    }),
  );
  expect(
    mergeRoles([
      { DEVICES: 'READ', USERS: 'EDIT' },
      { DEVICES: 'EDIT', 'ASSIGN-ROLES': 'TRUE' },
    ]),
  ).toEqual({
    DEVICES: 'EDIT',
    USERS: 'EDIT',
    'ASSIGN-ROLES': 'TRUE',
  });
});

test('order, duplicates and subsets of roles do not matter', () => {
  fc.assert(
    fc.property(roles, roles, (a, b) => {
      expect(heights(mergeRoles([...a, ...b]))).toEqual(heights(mergeRoles([...b, ...a])));
      expect(heights(mergeRoles([...a, ...a]))).toEqual(heights(mergeRoles(a)));
      expect(heights(mergeRoles([mergeRoles(a), mergeRoles(b)]))).toEqual(heights(mergeRoles([...a, ...b])));
    }),
  );
  expect(mergeRoles([])).toEqual({});
});

test('an additional role never removes a right', () => {
  fc.assert(
    fc.property(roles, role, fc.subarray(['secureKey', 'packageProtection']), (list, more, features) => {
      const [before, after] = [who(mergeRoles(list), features), who(mergeRoles([...list, more]), features)];
      for (const rule of rules) if (rule.holds(before)) expect(rule.holds(after), rule.name).toBe(true);
    }),
  );
});

test('the organization is managed by the in-product administrator alone, whatever the roles', () => {
  const all = Object.fromEntries(permissionIds.map((id) => [id, valuesOf(id).at(-1)])) as Permissions;
  expect(can.manageOrganization.holds(who(all, ['secureKey']))).toBe(false);
  expect(can.manageOrganization.holds({ ...who({}), isKeywardAdmin: true })).toBe(true);
});

test('no permissions allow nothing, all permissions allow everything', () => {
  const all = Object.fromEntries(permissionIds.map((id) => [id, valuesOf(id).at(-1)])) as Permissions;
  for (const rule of rules) {
    expect(rule.holds(who({})), rule.name).toBe(false);
    expect(rule.holds(who(all, ['secureKey'])), rule.name).toBe(true);
  }
});

test('a rule depends only on the permissions and the feature it names', () => {
  fc.assert(
    fc.property(role, role, (a, b) => {
      for (const rule of rules) {
        const named = Object.fromEntries(rule.permissions.map((id) => [id, a[id] ?? 'NONE'])) as Permissions;
        expect(rule.holds(who({ ...b, ...named }, ['secureKey'])), rule.name).toBe(rule.holds(who(a, ['secureKey'])));
      }
    }),
  );
  const all = Object.fromEntries(permissionIds.map((id) => [id, valuesOf(id).at(-1)])) as Permissions;
  for (const rule of rules) expect(rule.holds(who(all)), rule.name).toBe(rule.feature === undefined);
});

test.each<[keyof typeof can, Permissions, boolean]>([
  ['readDevices', { DEVICES: 'READ' }, true],
  ['readDevices', { DEVICES: 'EDIT' }, true],
  ['readDevices', { DEVICES: 'NONE' }, false],
  ['editDevices', { DEVICES: 'READ' }, false],
  ['readEvents', { USERS: 'EDIT', DEVICES: 'EDIT' }, false],
  ['assignGroups', { 'ASSIGN-ACCESS-GROUPS': 'FALSE' }, false],
  ['exportDevices', { 'CAN-EXPORT-CSV-DEVICES': 'TRUE' }, false],
  ['exportDevices', { 'CAN-EXPORT-CSV-DEVICES': 'TRUE', DEVICES: 'READ' }, true],
  ['exportUsers', { 'CAN-EXPORT-CSV-DEVICES': 'TRUE', USERS: 'READ' }, false],
  ['readAccess', { ROLES: 'READ' }, true],
  ['readAccess', { 'ACCESS-GROUP-TAGS': 'READ' }, true],
  ['readAccess', { 'ASSIGN-ROLES': 'TRUE' }, false],
  ['readSecureKeys', { 'SECURE-KEYS': 'EDIT' }, false],
])('%s with %j: %s', (name, permissions, holds) => {
  expect(can[name].holds(who(permissions))).toBe(holds);
});

test('the dependencies are those of the role editor', () => {
  fc.assert(
    fc.property(role, (before) => {
      const after = applyDependencies(before);
      const users = after.USERS === 'EDIT';
      if (!users) expect(after['ASSIGN-ROLES']).toBe('FALSE');
      if (!users && after.DEVICES !== 'EDIT') expect(after['ASSIGN-ACCESS-GROUPS']).toBe('FALSE');
      for (const [area, right] of [
        ['USERS', 'CAN-EXPORT-CSV-USERS'],
        ['DEVICES', 'CAN-EXPORT-CSV-DEVICES'],
        ['EVENT-STORE', 'CAN-EXPORT-CSV-ACTIVITY'],
      ] as const)
        if (heightOf(after, area) === 0) expect(after[right]).toBe('FALSE');
      if (after['CAN-EXPORT-PIN'] === 'TRUE') expect(after['CAN-EXPORT-CSV-USERS']).toBe('TRUE');
      // nothing is added, levels stay, and it is idempotent
      for (const id of permissionIds) {
        expect(heightOf(after, id)).toBeLessThanOrEqual(heightOf(before, id));
        if (permissionCatalogue[id].type === 'multi') expect(after[id]).toBe(before[id]);
      }
      expect(applyDependencies(after)).toEqual(after);
    }),
  );
  const full: Permissions = { USERS: 'EDIT', 'ASSIGN-ROLES': 'TRUE', 'ASSIGN-ACCESS-GROUPS': 'TRUE' };
  expect(applyDependencies(full)).toMatchObject({ 'ASSIGN-ROLES': 'TRUE', 'ASSIGN-ACCESS-GROUPS': 'TRUE' });
  expect(applyDependencies({ ...full, USERS: 'READ', DEVICES: 'EDIT' })).toMatchObject({
    'ASSIGN-ROLES': 'FALSE',
    'ASSIGN-ACCESS-GROUPS': 'TRUE',
  });
});

test('only names and values of the catalogue are valid', () => {
  for (const name of ['devices', 'constructor', '__proto__', 'toString', 'CAN-EXPORT-CSV', ''])
    expect(isPermissionId(name), name).toBe(false);
  expect(isValueOf('DEVICES', 'EDIT')).toBe(true);
  for (const value of ['TRUE', 'edit', '', 'WRITE']) expect(isValueOf('DEVICES', value), value).toBe(false);
  for (const value of ['EDIT', 'READ', 'NONE']) expect(isValueOf('ASSIGN-ROLES', value), value).toBe(false);
});

test.each([
  ['exportUsers', ['USERS', 'CAN-EXPORT-CSV-USERS']],
  ['exportDevices', ['DEVICES', 'CAN-EXPORT-CSV-DEVICES']],
  ['exportEvents', ['EVENT-STORE', 'CAN-EXPORT-CSV-ACTIVITY']],
  ['exportPins', ['USERS', 'CAN-EXPORT-CSV-USERS', 'CAN-EXPORT-PIN']],
] as const)('%s needs each of %j', (name, ids) => {
  const held = (without?: PermissionId): Permissions =>
    Object.fromEntries(
      ids.filter((id) => id !== without).map((id) => [id, permissionCatalogue[id].type === 'multi' ? 'READ' : 'TRUE']),
    );
  const holds = (permissions: Permissions) => can[name].holds({ permissions, features: [] });
  expect(holds(held())).toBe(true);
  expect(ids.filter((id) => holds(held(id)))).toEqual([]);
});

test('every rule is exported under its name', () => {
  expect(Object.entries(can).filter(([name, rule]) => rule.name !== name)).toEqual([]);
});
