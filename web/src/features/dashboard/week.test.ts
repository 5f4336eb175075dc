import { weekdays } from '@keyward/contract/weekdays';
import { weekOf } from '#lib/weekdays.ts';
import { expect, test } from 'vitest';
import { afterKey, blockOf, countOf, figuresOf, type Marked, reachOf, rowsOfWeek, shadeOf, shadesOf } from './week.ts';

const press = (marked: Marked | null, ...keys: string[]) =>
  keys.reduce<Marked | null>((now, key) => {
    const shiftKey = key.startsWith('Shift+');
    return afterKey(now, { key: key.replace('Shift+', ''), shiftKey }, { rows: 7, columns: 24 }) ?? null;
  }, marked);

test('arrows move the mark within the picture, Shift selects a block, Escape removes the mark', () => {
  expect(press(null, 'ArrowDown')?.at).toEqual({ row: 0, column: 0 });
  expect(press(null, 'End')?.at).toEqual({ row: 0, column: 23 });
  expect(press(null, 'ArrowRight', 'ArrowUp', 'ArrowLeft')?.at).toEqual({ row: 0, column: 0 });
  const selected = press(null, 'ArrowDown', 'ArrowDown', 'ArrowRight', 'Shift+ArrowUp', 'Shift+End');
  expect(selected && blockOf(selected)).toEqual({ rows: [0, 1], columns: [1, 23] });
  expect(press(selected, 'Escape')).toBeNull();
  expect(afterKey(null, { key: 'Escape', shiftKey: false }, { rows: 7, columns: 24 })).toBeUndefined();
  expect(afterKey(selected, { key: 'Tab', shiftKey: false }, { rows: 7, columns: 24 })).toBeUndefined();
});

test('the week begins on the first weekday of the language', () => {
  expect(weekOf('en-US')[0]).toBe('sun');
  expect(weekOf('fr')[0]).toBe('mon');
  expect(weekOf('en-US').toSorted()).toEqual(weekdays.toSorted());
});

test('the address and the count are those of the chosen days and hours in the range', () => {
  const range = { from: '2026-01-05T00:00:00.000Z', to: '2026-01-12T00:00:00.000Z' };
  const days = weekdays.map((weekday, day) => ({
    weekday,
    counts: Array.from({ length: 24 }, (_, hour) => day + hour),
  }));
  const search = (chosen: Parameters<typeof rowsOfWeek>[1]) => {
    const { 'filter.weekday': weekday, 'filter.hour': hour } = rowsOfWeek(range, chosen);
    return [weekday, hour];
  };
  expect(search({ days: ['mon'], hours: [8, 8] })).toEqual(['mon', '8']);
  expect(search({ days: ['mon', 'sun'], hours: [0, 8] })).toEqual(['mon,sun', 'range:0,8']);
  expect(search({ days: weekdays, hours: [0, 23] })).toEqual([undefined, undefined]);
  expect(rowsOfWeek(range, { days: weekdays, hours: [0, 23] })['filter.event_time']).toBe(
    'range:2026-01-05T00:00:00.000Z,2026-01-11T23:59:59.999Z',
  );
  expect(countOf({ days }, { days: ['mon', 'wed'], hours: [1, 2] })).toBe(1 + 2 + 3 + 4);
});

test('every count has a shade, and no shade is unused', () => {
  for (const most of [1, 2, 3, 4, 5, 6, 7, 23, 100]) {
    const shades = Array.from({ length: most }, (_, i) => shadeOf(i + 1, most));
    expect(new Set(shades)).toEqual(new Set(Array.from({ length: shadesOf(most) }, (_, i) => i + 1)));
    shades.forEach((shade, i) => {
      const [first, last] = figuresOf(shade, most);
      expect(i + 1 >= first && i + 1 <= last, `${i + 1} of ${most}`).toBe(true);
    });
    expect(shadeOf(0, most)).toBe(0);
  }
});

test('hours outside the range are marked, and the current hour is partial', () => {
  // Monday 10:20 to Tuesday 09:50 in Kathmandu
  const { has, isFilling } = reachOf(
    { from: '2026-01-05T04:35:00.000Z', to: '2026-01-06T04:05:00.000Z' },
    'Asia/Kathmandu',
  );
  expect([has('mon', 9), has('mon', 10), has('tue', 9), has('tue', 10)]).toEqual([false, true, true, false]);
  expect([isFilling('tue', 9), isFilling('tue', 8)]).toEqual([true, false]);
  const month = reachOf({ from: '2026-01-05T04:35:00.000Z', to: '2026-02-06T04:05:00.000Z' }, 'UTC');
  expect([month.has('sun', 3), month.isFilling('fri', 4)]).toEqual([true, false]);
});
