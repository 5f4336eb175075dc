import { expect, test } from 'vitest';
import { reportedState } from './reported.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

test.each([
  ['OKM', null, 15, 'never'],
  ['LOCK', null, 15, 'never'],
  ['OKM', ago(15), 15, 'online'],
  ['OKM', ago(15.1), 15, 'offline'],
  ['OKM', ago(15.1), 20, 'online'],
  ['LOCK', ago(9000), 15, 'reported'],
] as const)('%s that reported at %s, with %i minutes, is %s', (deviceClass, at, minutes, expected) => {
  expect(reportedState(deviceClass, at, minutes, now)).toBe(expected);
});
