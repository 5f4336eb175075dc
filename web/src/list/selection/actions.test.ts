import type { ViewAction } from '@keyward/contract/list';
import { expect, test } from 'vitest';
import { apiAddress, bodyOf, fits, portalAddress, ruleOf } from './actions.ts';

const row = { id: '0b7e', name: 'Bay 1', entity: { id: 'x/../y' }, empty: null, count: 0, yes: true };
const action: ViewAction = { id: 'resend', type: 'send', text: 'resend', state: {} };

test('a row fits if each value is the one named, and * is any value', () => {
  expect(fits({ state: {} }, row)).toBe(true);
  expect(fits({ state: { name: 'Bay 1', 'entity.id': '*' } }, row)).toBe(true);
  expect(fits({ state: { name: 'bay 1' } }, row)).toBe(false);
  expect(fits({ state: { empty: '*' } }, row)).toBe(false);
  expect(fits({ state: { missing: '*' } }, row)).toBe(false);
  expect(fits({ state: { count: '*', yes: 'true' } }, row)).toBe(true);
});

test('the portal calls its own API and nothing else', () => {
  expect(apiAddress('/api/v1/devices/{id}', row)).toBe('/api/v1/devices/0b7e');
  expect(apiAddress('/api/v1/devices/delete')).toBe('/api/v1/devices/delete');
  for (const address of [
    'https://evil.example/api/v1/devices',
    '//evil.example/api/v1/x',
    '/\\evil.example/api/v1/x',
    'javascript:alert(1)',
    'api/v1/devices',
    './api/v1/devices',
    '/api/v10/devices',
    '/api/v1.example/devices',
    '/api/v1',
    '/api/v1/',
    '/api/v2/devices',
    '/api/v1/../../gateway/v1/reports',
    '/api/v1/./devices',
    '/api/v1/devices/..',
    '/api/v1/devices/%2e%2e/users',
    '/api/v1/devices/.%2E/users',
    '/api/v1/devices%2f..%2fusers',
    '/api/v1/devices\\..\\users',
    '/api/v1/devices%5Cusers',
    '/api/v1//evil.example',
    '/api/v1/devices?x=1',
    '/api/v1/devices#x',
    '/api/v1/dev ices',
    '/api/v1/dev\tices',
    '/api/v1/devices\n',
    '@evil.example/api/v1/x',
    '/api/v1/devices:8080@evil.example',
    '/gateway/v1/reports',
    '',
  ]) {
    expect(apiAddress(address), address).toBeUndefined();
  }
  // a value of the row cannot lead elsewhere
  expect(apiAddress('/api/v1/devices/{entity.id}', row)).toBeUndefined();
  expect(apiAddress('/api/v1/devices/{missing}', row)).toBeUndefined();
});

test('a link stays in the portal, and its values are escaped', () => {
  expect(portalAddress('/activity?filter.entity_id={id}', row)).toBe('/activity?filter.entity_id=0b7e');
  expect(portalAddress('/devices?search={name}', row)).toBe('/devices?search=Bay%201');
  expect(portalAddress('/devices?open={entity.id}', row)).toBe('/devices?open=x%2F..%2Fy');
  for (const address of [
    '//evil.example/',
    'https://evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/api/v1/devices',
    '/gateway/v1',
    '/devices/../api/v1/x',
    '/devices?a=b?c',
    '/devices?a=\\b',
    '/devices#x',
  ]) {
    expect(portalAddress(address), address).toBeUndefined();
  }
});

test('sends one row as resource, several as ids, all as the count on screen; or under the name the call asks for', () => {
  const filterData = { search: 'bay' };
  expect(bodyOf(action, { single: row }, filterData)).toEqual({ resource: '0b7e', filterData });
  expect(bodyOf(action, { ids: ['a', 'b'] }, filterData)).toEqual({ ids: ['a', 'b'], filterData });
  expect(bodyOf(action, { all: 3412, without: [] }, filterData)).toEqual({ filterData, count: 3412 });
  const without = ['a', 'b'];
  expect(bodyOf(action, { all: 3412, without }, filterData)).toEqual({ filterData, count: 3412, without });
  const named = { ...action, idsName: 'invitationIds' };
  expect(bodyOf(named, { single: row }, filterData)).toEqual({ invitationIds: ['0b7e'] });
  expect(bodyOf(named, { ids: ['a', 'b'] }, filterData)).toEqual({ invitationIds: ['a', 'b'] });
});

test('a permission that this build does not know is never held', () => {
  expect(ruleOf(action)).toBeUndefined();
  const everything = { permissions: { DEVICES: 'EDIT' }, features: [] } as const;
  expect(ruleOf({ ...action, needs: 'editDevices' })?.holds(everything)).toBe(true);
  expect(ruleOf({ ...action, needs: 'flyToTheMoon' })?.holds(everything)).toBe(false);
  expect(ruleOf({ ...action, needs: 'constructor' })?.holds(everything)).toBe(false);
});
