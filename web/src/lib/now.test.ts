import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hearTime, serverNow } from './now.ts';

const noon = Date.parse('2026-11-20T12:00:00.000Z');
const minutes = 60_000;
/** An answer whose header was written at `server`, while this computer's clock went from `asked` to `arrived`. */
function hear(server: number, asked: number, arrived = asked) {
  vi.setSystemTime(arrived);
  hearTime(new Date(server).toUTCString(), asked);
}
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  hear(noon, noon);
  vi.useRealTimers();
});

test('the present is the server’s time if the computer’s clock is fast or slow', () => {
  hear(noon, noon + 20 * minutes);
  expect(serverNow()).toBe(noon);
  hear(noon, noon - 3 * minutes);
  expect(serverNow()).toBe(noon);
});

test('the newest answer counts, and one without a time is ignored', () => {
  hear(noon, noon + 20 * minutes);
  hearTime(null, noon);
  hearTime('soon', noon);
  expect(serverNow()).toBe(noon);
  hear(noon, noon + 400);
  expect(serverNow()).toBe(noon + 400);
});

test('a difference below two seconds is ignored', () => {
  for (const off of [-1900, 1900]) {
    hear(noon, noon + off);
    expect(serverNow()).toBe(noon + off);
  }
});

test('a late answer, as after the computer slept, does not change the clock', () => {
  hear(noon, noon, noon + 300 * minutes);
  expect(serverNow()).toBe(noon + 300 * minutes);
});
