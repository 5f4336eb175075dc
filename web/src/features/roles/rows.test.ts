import { applyDependencies, permissionCatalogue, permissionIds, type Permissions } from '@keyward/contract/permissions';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  beside,
  type Choice,
  choiceIn,
  choicesIn,
  choicesOf,
  freeName,
  matrixRows,
  mayChoose,
  missingFor,
  withChoice,
  withChoices,
} from './rows.ts';

const held: fc.Arbitrary<Permissions> = fc
  .record(
    Object.fromEntries(
      permissionIds.map((id) => [
        id,
        fc.constantFrom(
          ...(permissionCatalogue[id].type === 'multi'
            ? (['NONE', 'READ', 'EDIT'] as const)
            : (['FALSE', 'TRUE'] as const)),
        ),
      ]),
    ),
    { requiredKeys: [] },
  )
  .map(applyDependencies);
const { areas, access, more } = matrixRows({ secureKey: true, allData: true });
const rows = [...areas, ...access, ...more];
const step = fc
  .constantFrom(...rows.map((row) => row.id))
  .chain((id) => fc.tuple(fc.constant(id), fc.constantFrom(...choicesOf(id))));

test('the rows are those of the specification, in its order', () => {
  expect(areas.map(({ id }) => id)).toEqual([
    'DEVICES',
    'OKM-USER',
    'CAN-EXPORT-CSV-DEVICES',
    'SECURE-KEYS',
    'USERS',
    'MOBILE-USER',
    'CAN-EXPORT-CSV-USERS',
    'EVENT-STORE',
    'CAN-EXPORT-CSV-ACTIVITY',
  ]);
  expect(access.map(({ id }) => id)).toEqual([
    'ACCESS-GROUP-TAGS',
    'ASSIGN-ACCESS-GROUPS',
    'ROLES',
    'ASSIGN-ROLES',
    'ALL-DATA-ACCESS',
  ]);
  const fewer = matrixRows({ secureKey: false, allData: false });
  expect([...fewer.areas, ...fewer.access].map(({ id }) => id)).not.toContain('SECURE-KEYS');
  expect(fewer.access.map(({ id }) => id)).not.toContain('ALL-DATA-ACCESS');
});

test.each<[Choice, Permissions]>([
  ['NONE', { 'CAN-EXPORT-CSV-USERS': 'FALSE', 'CAN-EXPORT-PIN': 'FALSE' }],
  ['DATA', { 'CAN-EXPORT-CSV-USERS': 'TRUE', 'CAN-EXPORT-PIN': 'FALSE' }],
  ['PIN', { 'CAN-EXPORT-CSV-USERS': 'TRUE', 'CAN-EXPORT-PIN': 'TRUE' }],
])('the export of profiles at %s sets both of its permissions', (choice, expected) => {
  for (const before of ['NONE', 'DATA', 'PIN'] as const) {
    const start = withChoice({ USERS: 'READ' }, 'CAN-EXPORT-CSV-USERS', before).held;
    expect(withChoice(start, 'CAN-EXPORT-CSV-USERS', choice).held).toMatchObject(expected);
  }
});

test('any choice leaves a role that the server accepts, with a note on each permission that it lowers', () => {
  fc.assert(
    fc.property(held, step, (before, [id, choice]) => {
      const after = withChoice(before, id, choice);
      expect(applyDependencies(after.held)).toEqual(after.held);
      for (const row of rows) {
        const changed = choiceIn(before, row.id) !== choiceIn(after.held, row.id);
        if (row.id !== id) expect(changed, row.id).toBe(row.id in after.notes);
      }
      // a choice refused because of another permission has a reason
      if (choiceIn(after.held, id) !== choice) expect(after.notes[id] ?? missingFor(before, id), id).toBeDefined();
    }),
  );
});

describe('lowering', () => {
  const full: Permissions = { USERS: 'EDIT', DEVICES: 'EDIT', 'ASSIGN-ROLES': 'TRUE', 'ASSIGN-ACCESS-GROUPS': 'TRUE' };
  test('USERS removes ASSIGN-ROLES, and ASSIGN-ACCESS-GROUPS unless DEVICES is EDIT', () => {
    expect(withChoice(full, 'USERS', 'READ').notes).toEqual({ 'ASSIGN-ROLES': 'assignRolesNeedsUsers' });
    expect(withChoice({ ...full, DEVICES: 'READ' }, 'USERS', 'READ').notes).toEqual({
      'ASSIGN-ROLES': 'assignRolesNeedsUsers',
      'ASSIGN-ACCESS-GROUPS': 'assignGroupsNeedsEdit',
    });
  });
  test('an area removes its export, including that of PINs', () => {
    const exporting = withChoice(full, 'CAN-EXPORT-CSV-USERS', 'PIN').held;
    const { held: after, notes } = withChoice(exporting, 'USERS', 'NONE');
    expect(notes['CAN-EXPORT-CSV-USERS']).toBe('exportNeedsArea');
    expect(after).toMatchObject({ 'CAN-EXPORT-CSV-USERS': 'FALSE', 'CAN-EXPORT-PIN': 'FALSE' });
  });
});

test('a profile can choose only permissions that it holds', () => {
  expect(mayChoose({ DEVICES: 'READ' }, 'DEVICES', 'READ')).toBe(true);
  expect(mayChoose({ DEVICES: 'READ' }, 'DEVICES', 'EDIT')).toBe(false);
  expect(mayChoose({ 'CAN-EXPORT-CSV-USERS': 'TRUE' }, 'CAN-EXPORT-CSV-USERS', 'DATA')).toBe(true);
  expect(mayChoose({ 'CAN-EXPORT-CSV-USERS': 'TRUE' }, 'CAN-EXPORT-CSV-USERS', 'PIN')).toBe(false);
});

test('permissions of a role that have no row are listed separately', () => {
  expect(
    beside(
      { TAGS: 'READ', 'WEB-USER': 'TRUE', 'CAN-EXPORT-PIN': 'TRUE', DEVICES: 'EDIT', 'VIEW-DASHBOARD': 'FALSE' },
      rows,
    ),
  ).toEqual(['TAGS', 'WEB-USER']);
});

test('a name is the first free one, ignoring case and width', () => {
  const name = (n: number) => `New role ${n}`;
  expect(freeName(name, [], 32)).toBe('New role 1');
  expect(freeName(name, ['NEW ROLE 1', 'New role ２', 'New role 4'], 32)).toBe('New role 3');
});

test('a column is restored from its cells; values that no cell can have change nothing', () => {
  fc.assert(
    fc.property(held, held, (mine, theirs) => {
      expect(choicesIn(withChoices(theirs, choicesIn(mine)))).toEqual(choicesIn(mine));
    }),
  );
  const some: Permissions = { USERS: 'READ' };
  for (const cells of [{ USERS: 'TRUE' }, { USERS: 7 }, { 'NO-SUCH': 'EDIT' }, {}])
    expect(choicesIn(withChoices(some, cells))).toEqual(choicesIn(some));
});
