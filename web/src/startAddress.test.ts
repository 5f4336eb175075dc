import { views } from '@keyward/contract/calls';
import type { Permissions } from '@keyward/contract/permissions';
import { beforeEach, expect, test, vi } from 'vitest';
import { apiQuery, queryClient } from '#lib/api.ts';
import type { Session } from '#lib/session.ts';
import { startAddress } from './startAddress.ts';

// the cache of calls listens for the browser's connection
vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));

const session = (value: unknown, permissions: Permissions = { DEVICES: 'READ' }) =>
  ({
    authority: { permissions, features: [] },
    settings: [{ name: 'StartPage', client_data: null, value }],
  }) as unknown as Session;

beforeEach(() => {
  // the server's reply
  const { queryKey } = apiQuery(views.list, { query: { resource: 'device' } });
  const data = ['Overview', 'OKMs Offline'].map((name) => ({ value: name }));
  queryClient.setQueryData([...queryKey], { data, columns: [] });
});

test('the start page is the address of its view', async () => {
  const address = await startAddress(session({ resource: 'device', view: 'OKMs Offline' }));
  expect(address).toBe('/devices?custom_view=OKMs%20Offline');
});

test.each([
  ['none', null, {}],
  ['a view that is gone', { resource: 'device', view: 'Gone' }, {}],
  ['a list that may not be read', { resource: 'device', view: 'Overview' }, { USERS: 'READ' as const }],
  ['a list that is not known', { resource: 'drone', view: 'Overview' }, {}],
  ['something else', 'device', {}],
])('there is no start page with %s', async (_name, value, permissions: Permissions) => {
  const held = Object.keys(permissions).length ? permissions : undefined;
  expect(await startAddress(session(value, held))).toBeUndefined();
});
