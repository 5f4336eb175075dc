import { expect, test } from 'vitest';
import { dayNumber, dayWords, fullDayWords, instantWords, monthWords, weekdayWords } from './dateWords.ts';

test('a date input reads ‘MMMM D, YYYY’, the head of a month ‘MMMM YYYY’', () => {
  expect(dayWords('2026-11-05')).toBe('November 5, 2026');
  expect(monthWords('2026-11-01')).toBe('November 2026');
});

test('a day of a history has its weekday and its number, as an American calendar writes them', () => {
  expect(fullDayWords('2026-11-20')).toBe('Friday, November 20, 2026');
  expect(weekdayWords('2026-11-20')).toBe('Fri');
  expect(dayNumber('2026-11-20')).toBe('20');
});

test.each([
  ['2026-11-05T00:07:59.999Z', 'UTC', '05 Nov 2026 12:07 AM'],
  ['2026-11-05T12:00:00.000Z', 'UTC', '05 Nov 2026 12:00 PM'],
  ['2026-07-01T22:59:59.999Z', 'Europe/London', '01 Jul 2026 11:59 PM'],
  ['2026-11-20T15:30:00.000Z', 'Asia/Tokyo', '21 Nov 2026 12:30 AM'],
])('an active filter shows %s in %s as %s', (instant, zone, words) => {
  expect(instantWords(instant, zone)).toBe(words);
});
