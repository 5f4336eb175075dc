import type { ViewColumn } from '@keyward/contract/list';
import { beforeEach, expect, test, vi } from 'vitest';
import { draftColumns, readDrafts, sameColumns, writeDraft } from './columnDrafts.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
const column = (accessorKey: string, width?: number): ViewColumn => ({
  header: accessorKey,
  accessorKey,
  type: 'text',
  sortable: true,
  ...(width === undefined ? {} : { width }),
});
const available = [column('name'), column('battery'), column('created_at')];

test('columns are kept by view, with their order and widths', () => {
  const drafts = writeDraft('device', {}, 'Locks', [column('battery', 120), column('name')]);
  expect(readDrafts('device')).toEqual(drafts);
  expect(draftColumns(readDrafts('device')['Locks'], available)).toEqual([column('battery', 120), column('name')]);
  expect(readDrafts('event')).toEqual({});
  expect(writeDraft('device', drafts, 'Locks', undefined)).toEqual({});
  expect(kept.size).toBe(0);
});

test('a column that no longer exists is left out; without columns there is no draft', () => {
  expect(draftColumns([['altitude'], ['name', 90]], available)).toEqual([column('name', 90)]);
  expect(draftColumns([['altitude']], available)).toBeUndefined();
  expect(draftColumns(undefined, available)).toBeUndefined();
});

test('an entry that is absent or was written by hand is ignored', () => {
  for (const text of [
    '',
    '{',
    '[]',
    'null',
    '{"a":[]}',
    '{"a":[["name",5]]}',
    '{"a":[["name","90"]]}',
    '{"a":"name"}',
    '{"a":[[1]]}',
  ]) {
    kept.set('deviceColumns', text);
    expect(readDrafts('device'), text).toEqual({});
  }
});

test('order and width make columns different', () => {
  expect(sameColumns([column('name', 90)], [column('name', 90)])).toBe(true);
  expect(sameColumns([column('name', 90)], [column('name')])).toBe(false);
  expect(sameColumns([column('a'), column('b')], [column('b'), column('a')])).toBe(false);
  expect(sameColumns([column('a')], [column('a'), column('b')])).toBe(false);
});
