import { expect, test } from 'vitest';
import { reportedState } from './reported.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

test.each([
  ['OKM', null, 'never'],
  ['LOCK', null, 'never'],
  ['OKM', ago(15), 'online'],
  ['OKM', ago(15.1), 'offline'],
  ['LOCK', ago(9000), 'reported'],
] as const)('%s that reported at %s is %s', (deviceClass, at, expected) => {
  expect(reportedState(deviceClass, at, now)).toBe(expected);
});
