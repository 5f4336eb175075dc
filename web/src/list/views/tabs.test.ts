import { expect, test } from 'vitest';
import { closeTab, linkedView, openTab } from './tabs.ts';

const tabs = { column: 'entity_domain', values: ['profile', 'device'] };

test('a tab of the list filters its column, and stays a tab in the address', () => {
  const address = { custom_view: 'Key Activity', tab: 'device', search: 'till' };
  const shown = openTab(address, tabs);
  expect(shown).toEqual({ ...address, 'filter.entity_domain': 'device' });
  expect(closeTab(shown, tabs)).toEqual(address);
  expect(closeTab({ ...shown, search: 'x' }, tabs)).toEqual({ ...address, search: 'x' });
});

test('another filter on the column of the tab, or none, removes the tab', () => {
  expect(openTab({ tab: 'device', 'filter.entity_domain': 'role' }, tabs)).toMatchObject({
    'filter.entity_domain': 'role',
  });
  expect(closeTab({ tab: 'device', 'filter.entity_domain': 'role' }, tabs)).toEqual({ 'filter.entity_domain': 'role' });
  expect(closeTab({ tab: 'device' }, tabs)).toEqual({});
});

test('any other tab may name a view', () => {
  const search = { tab: 'Key Activity' };
  expect([openTab(search, tabs), closeTab(search, tabs), openTab(search, undefined)]).toEqual([search, search, search]);
  expect(linkedView(search, tabs)).toBe('Key Activity');
  expect(linkedView({ tab: 'device' }, tabs)).toBeUndefined();
  expect(linkedView({ tab: 'device' }, undefined)).toBe('device');
  expect(linkedView({ tab: 'device', custom_view: 'PIN' }, tabs)).toBe('PIN');
});
