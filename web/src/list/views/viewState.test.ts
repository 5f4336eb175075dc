import type { CustomView, ViewColumn } from '@keyward/contract/list';
import { expect, test } from 'vitest';
import { listSearch } from '#list/url.ts';
import {
  addressOf,
  askedOf,
  contentOf,
  isSavedId,
  moveColumn,
  shownSearch,
  windowOf,
  withLeading,
} from './viewState.ts';

const id = '0190a1b2-0000-7000-8000-000000000001';
const column = (accessorKey: string, type: ViewColumn['type'] = 'text'): ViewColumn => ({
  header: accessorKey,
  accessorKey,
  type,
  sortable: true,
});
const builtIn = (value: string): CustomView => ({
  value,
  label: value,
  description: '',
  isMultiselect: false,
  actions: { bulk: [], single: [] },
  filterSchema: [],
  query: {
    resource: 'device',
    urlBasePath: '/',
    filter: { device_class: 'LOCK' },
    searchableColumns: [],
    sort: [['name', 'ASC']],
  },
  columns: [column('name')],
});
const overview = builtIn('Overview');
const saved: CustomView = {
  ...builtIn(id),
  query: {
    ...overview.query,
    filter: { security_status: 'unsecured' },
    search: 'till',
    sort: [['created_at', 'DESC']],
  },
  saved: {
    base: 'Locks',
    owner: 'Ada',
    mine: true,
    changeable: true,
    lost: [],
    version: 3,
    sharing: { with: 'nobody' },
  },
};
const plain = { custom_view: id };

test('a saved view’s own filters and search are shown, but requested only by its id', () => {
  const shown = shownSearch(plain, saved);
  expect(shown).toEqual({ ...plain, 'filter.security_status': 'unsecured', search: 'till' });
  expect(askedOf(shown, saved, overview)).toEqual({ filters: {}, rest: { custom_view: id } });
});

test('a change writes the whole view to the address, and the request names its base view', () => {
  const changed = { ...shownSearch(plain, saved), sort: 'name:asc' };
  const address = addressOf(changed, saved);
  expect(address).toEqual({ ...changed, edited: '1' });
  expect(shownSearch(address, saved)).toEqual(address);
  expect(askedOf(address, saved, overview)).toEqual({
    filters: { security_status: 'unsecured' },
    rest: { custom_view: 'Locks', search: 'till', sort: 'name:asc' },
  });
});

test('a removed filter stays removed, and the view’s own order is still requested', () => {
  const address = addressOf({ custom_view: id, search: 'till' }, saved);
  expect(address).toEqual({ custom_view: id, search: 'till', edited: '1' });
  expect(askedOf(shownSearch(address, saved), saved, overview)).toEqual({
    filters: {},
    rest: { custom_view: 'Locks', search: 'till', sort: 'created_at:desc' },
  });
});

test('a view set back to its saved state is unchanged, whatever the order of its filters', () => {
  const two = { ...saved, query: { ...saved.query, filter: { a: '1', b: '2' } } };
  const shown = listSearch({
    custom_view: id,
    'filter.b': '2',
    'filter.a': '1',
    search: 'till',
    edited: '1',
    open: 'x',
  });
  expect(addressOf(shown, two)).toEqual({ custom_view: id, open: 'x' });
  expect(addressOf({ ...shown, sort: 'created_at:desc' }, two)).toEqual({ custom_view: id, open: 'x' });
});

test('the other parts of an address stay when the view is no longer changed', () => {
  const beside = {
    custom_view: id,
    tab: 'device',
    open: 'x',
    part: 'history',
    of: 'agent_id',
    events: 'KEY_CHECKIN',
    day: '2026-11-20',
    import: 'y',
  };
  const changed = { ...shownSearch(beside, saved), search: 'other' };
  expect(addressOf(changed, saved)).toMatchObject({ ...beside, edited: '1' });
  expect(addressOf({ ...changed, edited: '1', search: 'till' }, saved)).toEqual(beside);
});

test.each([{ 'filter.entity_id': 'e' }, { search: 'other' }, { sort: 'name:asc' }])(
  'a saved view opened with additions counts as changed: %j',
  (more) => {
    const shown = shownSearch({ custom_view: id, ...more }, saved);
    expect(shown).toEqual({
      custom_view: id,
      'filter.security_status': 'unsecured',
      search: 'till',
      ...more,
      edited: '1',
    });
  },
);

test('a built-in view is requested by its name, the first one without a name', () => {
  const search = { 'filter.a': '1', sort: 'name:desc' } as const;
  expect(shownSearch(search, overview)).toBe(search);
  expect(askedOf(search, overview, overview)).toEqual({ filters: { a: '1' }, rest: { sort: 'name:desc' } });
  expect(askedOf({}, builtIn('Locks'), overview)).toEqual({ filters: {}, rest: { custom_view: 'Locks' } });
  expect(addressOf({ ...search, edited: '1' }, overview)).toEqual(search);
});

test('a view is saved as it is shown', () => {
  expect(contentOf(shownSearch(plain, saved), saved, [{ ...column('name'), width: 200 }, column('tags')])).toEqual({
    base: 'Locks',
    filter: { security_status: 'unsecured' },
    search: 'till',
    sort: [['created_at', 'DESC']],
    columns: [{ accessorKey: 'name', width: 200 }, { accessorKey: 'tags' }],
  });
  expect(contentOf({}, overview, overview.columns).base).toBe('Overview');
});

test('a row’s first cell is one that can be a link', () => {
  const [tags, roles, name] = [column('t', 'tags'), column('r', 'role'), column('n')];
  expect(withLeading([tags, roles, name])).toEqual([name, tags, roles]);
  expect(withLeading([name, tags])).toEqual([name, tags]);
  expect(withLeading([tags])).toEqual([tags]);
});

test('a column moves only where the first column can still be a link', () => {
  const [tags, name, serial] = [column('t', 'tags'), column('n'), column('s')];
  expect(moveColumn([name, serial, tags], 0, 2)).toEqual([serial, tags, name]);
  expect(moveColumn([name, tags, serial], 2, 0)).toEqual([serial, name, tags]);
  expect(moveColumn([name, tags, serial], 1, 0)).toEqual([name, tags, serial]);
  expect(moveColumn([name, tags, serial], 0, 1)).toEqual([name, tags, serial]);
  expect(moveColumn([name, tags, serial], 0, 2)).toEqual([serial, tags, name]);
});

test('ids of saved views are distinguished from names', () => {
  expect(isSavedId(id)).toBe(true);
  for (const name of ['Overview', 'OKMs Offline', id.toUpperCase(), `${id}0`]) expect(isSavedId(name)).toBe(false);
});

test('a view has a time window, a saved view that of its base; a chosen span replaces it', () => {
  const recent = builtIn('Locks');
  recent.query = { ...recent.query, filter: { device_class: 'LOCK', state_updated_at: 'gte:now-8h' } };
  const all = [overview, recent, saved];
  const window = { column: 'state_updated_at', own: 'gte:now-8h', chosen: undefined };
  expect(windowOf(recent, all, {})).toEqual(window);
  expect(windowOf(saved, all, { security_status: 'unsecured' })).toEqual(window);
  expect(windowOf(saved, all, { state_updated_at: 'lte:now-2d' })).toEqual({ ...window, chosen: 'lte:now-2d' });
  expect(windowOf(saved, all, { state_updated_at: 'NOT_EXISTS' })).toEqual(window);
  expect(windowOf(overview, all, { state_updated_at: 'lte:now-2d' })).toBeUndefined();
});
