import { expect, test } from 'vitest';
import { closingStateOf } from './closingState.ts';

const check = {
  keys_out: 1,
  locks_unsecured: 0,
  okms_offline: 0,
  closed_at: '2026-11-23T20:00:00.000Z',
  checked_at: '2026-11-23T20:15:00.000Z',
  alerted_at: '2026-11-23T20:15:00.000Z',
  escalated_at: null,
  cleared_at: null,
  current: true,
};
const closing = { location: { id: '1', name: 'Leeds' }, zone: 'UTC', closes: true, next: null, last: check };

test('the state of a location is that of its last check', () => {
  expect(closingStateOf({ ...closing, last: null })).toBe('waiting');
  expect(closingStateOf({ ...closing, last: { ...check, alerted_at: null } })).toBe('green');
  expect(closingStateOf({ ...closing, last: { ...check, cleared_at: check.checked_at } })).toBe('cleared');
  expect(closingStateOf(closing)).toBe('red');
  expect(closingStateOf({ ...closing, last: { ...check, current: false } })).toBe('left');
});

test('a location that no longer closes has no state of a former check', () => {
  expect(closingStateOf({ ...closing, closes: false })).toBe('none');
  expect(closingStateOf({ ...closing, closes: false, last: { ...check, alerted_at: null } })).toBe('none');
  expect(closingStateOf({ ...closing, closes: false, last: null })).toBe('none');
});
