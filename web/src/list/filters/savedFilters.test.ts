import { beforeEach, expect, test, vi } from 'vitest';
import { everywhere, storedFilters } from '#lib/storedFilters.ts';
import { areaOf, forgetFilters, savedSearch } from './savedFilters.ts';

beforeEach(() => {
  for (const area of ['device', 'event', everywhere]) storedFilters.write(area, {});
});

test('each area keeps its own filters, beside those of all lists', () => {
  storedFilters.write('device', { name: 'like:*till*' });
  storedFilters.write(everywhere, { 'tags.7f': 'Leeds' });
  storedFilters.write('event', {});
  expect(storedFilters.read('device')).toEqual({ name: 'like:*till*' });
  expect(storedFilters.read(everywhere)).toEqual({ 'tags.7f': 'Leeds' });
  expect(storedFilters.read('event')).toEqual({});
});

test('a list opens with its saved filters only if its address has no view, search or filter', () => {
  expect(savedSearch('device', {})).toBeUndefined();
  storedFilters.write('device', { name: 'like:*till*' });
  expect(savedSearch('device', {})).toEqual({ 'filter.name': 'like:*till*' });
  expect(savedSearch('event', {})).toBeUndefined();
  expect(savedSearch('device', { custom_view: 'OKMs Offline' })).toBeUndefined();
  expect(savedSearch('device', { search: 'x' })).toBeUndefined();
  expect(savedSearch('device', { 'filter.name': 'y' })).toBeUndefined();
});

test('a removed filter is forgotten, the others are kept', () => {
  storedFilters.write('device', { name: 'x', device_class: 'OKM' });
  forgetFilters('device', ['name', 'created_at']);
  expect(storedFilters.read('device')).toEqual({ device_class: 'OKM' });
});

test('one key holds the filters of every entity, by its name in lower case, beside those of all lists', async () => {
  const kept = new Map([['filters', '{"event":{"result":"failure","at":5},"user":"x","device":{"name":"like:*a*"}}']]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.resetModules();
  const { storedFilters: opened } = await import('#lib/storedFilters.ts');
  // invalid filters are skipped
  expect(opened.read('event')).toEqual({ result: 'failure' });
  expect(opened.read('user')).toEqual({});
  for (const resource of ['event', 'user'] as const) opened.write(areaOf(resource), {});
  opened.write(areaOf('device'), { device_class: 'OKM' });
  opened.write(everywhere, { 'tags.7f': 'Leeds' });
  expect([...kept.keys()]).toEqual(['filters']);
  expect(JSON.parse(kept.get('filters') ?? '')).toEqual({
    device: { device_class: 'OKM' },
    global: { 'tags.7f': 'Leeds' },
  });
  vi.unstubAllGlobals();
});
