import type { Authority, Permissions } from '@keyward/contract/permissions';
import { describe, expect, test, vi } from 'vitest';
import type { Session } from '#lib/session.ts';
import { isTheirs, landingPath, visibleSections } from './sections.ts';

// lazily loaded parts listen for the browser's connection
vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));

function holder(permissions: Permissions): Session {
  const authority: Authority = { permissions, features: ['secureKey'] };
  // the rules read nothing else
  return { authority, settings: [cards([{ id: 'OkmsOffline' }])] } as Session;
}
const cards = (value: unknown) => ({ name: 'DashboardMetrics', client_data: null, value });

describe('each right alone', () => {
  test.each<[Permissions, string[], string]>([
    [{ 'EVENT-STORE': 'READ' }, ['activity'], '/activity'],
    [{ USERS: 'READ' }, ['users'], '/users'],
    [{ DEVICES: 'READ' }, ['devices'], '/devices'],
    [{ 'ACCESS-GROUP-TAGS': 'READ' }, ['access'], '/access'],
    [{ ROLES: 'READ' }, ['access'], '/access'],
    [{ ROLES: 'EDIT' }, ['access'], '/access'],
    [{ 'VIEW-DASHBOARD': 'TRUE' }, ['dashboard'], '/dashboard'],
    [{ 'ALL-DATA-ACCESS': 'TRUE' }, [], '/no-permission'],
    [{ 'ASSIGN-ROLES': 'TRUE', 'ASSIGN-ACCESS-GROUPS': 'TRUE' }, [], '/no-permission'],
    [{ 'CAN-EXPORT-CSV-DEVICES': 'TRUE' }, [], '/no-permission'],
    [{ USERS: 'NONE', DEVICES: 'NONE' }, [], '/no-permission'],
  ])('%j shows %j and lands on %s', (permissions, tabs, landing) => {
    const session = holder(permissions);
    expect(visibleSections(session).map(({ id }) => id)).toEqual(tabs);
    expect(landingPath(session)).toBe(landing);
  });
});

test('the landing page is the first section, in the order of the specification', () => {
  const rights: [keyof Permissions, string][] = [
    ['VIEW-DASHBOARD', '/dashboard'],
    ['EVENT-STORE', '/activity'],
    ['USERS', '/users'],
    ['DEVICES', '/devices'],
    ['ROLES', '/access'],
  ];
  for (let from = 0; from < rights.length; from++) {
    const held = Object.fromEntries(rights.slice(from).map(([id]) => [id, 'EDIT'])) as Permissions;
    expect(landingPath(holder(held))).toBe(rights[from]?.[1]);
  }
});

describe('a page kept for after sign-in', () => {
  const both = holder({ DEVICES: 'READ', ROLES: 'READ' });
  test.each(['/devices', '/devices?custom_view=Locks', '/access/roles', '/access?role=x'])(
    '%s is open to the profile',
    (address) => {
      expect(isTheirs(address, both)).toBe(true);
    },
  );
  test.each(['/', '', '/users', '/activity?open=1', '/devicesx', '//devices', '/username', 'https://evil.tld/devices'])(
    '%j is not open to the profile',
    (address) => {
      expect(isTheirs(address, both)).toBe(false);
    },
  );
});

describe('a board of Insights', () => {
  const withoutCards = (permissions: Permissions) => ({ ...holder(permissions), settings: [cards([])] }) as Session;
  const addresses = [
    '/dashboard?details_view=closing',
    '/dashboard?details_view=custody',
    '/dashboard?details_view=custody&location=NOT_EXISTS',
  ];
  test.each(addresses)('%s needs only the permission to read devices, not Insights', (address) => {
    expect(isTheirs(address, holder({ DEVICES: 'READ' }))).toBe(true);
    expect(isTheirs(address, withoutCards({ DEVICES: 'READ', 'VIEW-DASHBOARD': 'TRUE' }))).toBe(true);
    expect(isTheirs(address, holder({ USERS: 'EDIT', 'EVENT-STORE': 'READ' }))).toBe(false);
    expect(isTheirs(address, withoutCards({ 'VIEW-DASHBOARD': 'TRUE' }))).toBe(false);
  });
  test.each([
    '/dashboard',
    '/dashboard?details_view=multipleOnekeyCheckouts',
    '/dashboard?location=closing',
    '/dashboardx?details_view=closing',
    '//dashboard?details_view=closing',
  ])('%s is not open without Insights', (address) => {
    expect(isTheirs(address, holder({ DEVICES: 'EDIT' }))).toBe(false);
  });
});

test.each([[[]], [[{ id: 'NoSuchCard' }]], ['x'], [null]])('Insights has no tab when its cards are %j', (value) => {
  const session = { ...holder({ 'VIEW-DASHBOARD': 'TRUE', USERS: 'READ' }), settings: [cards(value)] } as Session;
  expect(visibleSections(session).map(({ id }) => id)).toEqual(['users']);
  expect(landingPath(session)).toBe('/users');
});
