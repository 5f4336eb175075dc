import type { InboxEntry } from '@keyward/contract/inbox';
import { limits } from '@keyward/contract/limits';
import { expect, test } from 'vitest';
import { markingOf } from './markingOf.ts';

const entry = (id: string, read = false): InboxEntry => ({
  id,
  kind: 'watchCleared',
  details: {},
  path: '/devices',
  created_at: '2026-01-31T09:00:00.000Z',
  read,
});

test('the unread entries that are shown are marked by their ids', () => {
  expect(markingOf([entry('c'), entry('b', true), entry('a')], false)).toEqual({ ids: ['c', 'a'] });
  expect(markingOf([], false)).toBeUndefined();
});

test('entries below the last one that is shown are marked as a whole', () => {
  expect(markingOf([entry('c'), entry('b', true)], true)).toEqual({ ids: ['c'], until: 'b' });
});

test('if there are more entries than can be named, the older ones are marked as a whole', () => {
  const entries = Array.from({ length: limits.inboxMarks + 1 }, (_, i) => entry(String(i)));
  const { ids, until } = markingOf(entries, false) ?? expect.fail('nothing');
  expect([ids.length, until]).toEqual([limits.inboxMarks, String(limits.inboxMarks - 1)]);
});
