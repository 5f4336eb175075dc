import { expect, test } from 'vitest';
import { remainingFilters, isSpan, isWindow } from './window.ts';

test('a window starts relative to now; an age limit is not a window', () => {
  for (const text of ['gte:now-7d', 'gt:now-8h', 'range:now-1d/d,now', 'range:lastNight,lastNight+'])
    expect(isWindow(text), text).toBe(true);
  for (const text of ['lt:now-15m', 'not:gte:now-7d', 'gte:2026-11-02T00:00:00Z', 'gte:5', 'unauthorized', 'EXISTS']) {
    expect(isWindow(text), text).toBe(false);
  }
});

test('a span has two ends, or only a start or an end', () => {
  for (const text of ['gte:now-7d', 'lt:now', 'range:2026-11-02T00:00:00Z,2026-11-14T00:00:00Z']) {
    expect(isSpan(text), text).toBe(true);
  }
  for (const text of ['not:lt:now', 'not:range:a,b', 'range:a', 'NOT_EXISTS', 'unauthorized']) {
    expect(isSpan(text), text).toBe(false);
  }
});

test('a chosen span replaces only the window on its own column', () => {
  const view = { result: 'unauthorized', event_time: 'gte:now-7d' };
  expect(remainingFilters(view, { event_time: 'lte:now-20d' })).toEqual({ result: 'unauthorized' });
  for (const chosen of [{}, { received_at: 'lte:now' }, { event_time: 'not:lte:now' }, { result: 'gte:now' }]) {
    expect(remainingFilters(view, chosen)).toEqual(view);
  }
});
