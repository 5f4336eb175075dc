import type { ClosingLocation } from '@keyward/contract/custody';
import { expect, test } from 'vitest';
import { closingStateOf } from './closingState.ts';

const check = {
  keys_out: 1,
  locks_unsecured: 0,
  okms_offline: 0,
  closed_at: '2026-11-23T20:00:00.000Z',
  checked_at: '2026-11-23T20:15:00.000Z',
  looked_at: '2026-11-23T20:15:00.000Z',
  alerted_at: '2026-11-23T20:15:00.000Z',
  escalated_at: null,
  escalated_to: null,
  cleared_at: null,
  current: true,
};
const location = { id: '1', name: 'Leeds' };
const closing = { location, zone: 'UTC', closes: true, next: null, due: null, last: check };
const now = Date.parse('2026-11-23T21:00:00.000Z');
const stateOf = (row: ClosingLocation) => closingStateOf(row, now);

test('the state of a location is that of its last check', () => {
  expect(stateOf({ ...closing, last: null })).toBe('waiting');
  expect(stateOf({ ...closing, last: { ...check, alerted_at: null } })).toBe('green');
  expect(stateOf({ ...closing, last: { ...check, cleared_at: check.checked_at } })).toBe('cleared');
  expect(stateOf(closing)).toBe('red');
  expect(stateOf({ ...closing, last: { ...check, current: false } })).toBe('left');
});

test('a location that no longer closes does not have the state of a former check', () => {
  expect(stateOf({ ...closing, closes: false })).toBe('none');
  expect(stateOf({ ...closing, closes: false, last: { ...check, alerted_at: null } })).toBe('none');
  expect(stateOf({ ...closing, closes: false, last: null })).toBe('none');
});

test('an overdue check counts as missed after five minutes, whatever the state of the last one', () => {
  const last = { ...check, current: false, alerted_at: null };
  const due = (text: string) => `2026-11-23T${text}.000Z`;
  expect(stateOf({ ...closing, last, due: due('20:55:01') })).toBe('green');
  for (const before of [last, { ...check, current: false }, null])
    expect(stateOf({ ...closing, last: before, due: due('20:55:00') })).toBe('missed');
  expect(stateOf({ ...closing, last: null, due: due('20:55:01') })).toBe('waiting');
});
