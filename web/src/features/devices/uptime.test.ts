import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spellsOf } from '#parts/history/spells.ts';
import { uptimeOf, within } from './uptime.ts';

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.parse('2026-03-01T00:00:00.000Z');
const iso = (ms: number) => new Date(ms).toISOString();
const range = { from: start, until: start + 30 * day };

test('an OKM that was off line for six hours of a day was on line for three quarters of it', () => {
  const online = within(
    [
      { from: iso(start - 9 * day), until: iso(start + 6 * hour) },
      { from: iso(start + 12 * hour), until: null },
    ],
    range,
    start + 2 * day,
  );
  const spells = spellsOf(online, start - 9 * day, { from: start, until: start + 2 * day });
  expect(spells.map(({ state }) => state)).toEqual(['online', 'offline', 'online']);
  expect(uptimeOf(spells, { from: start, until: start + day })).toBe(0.75);
  expect(uptimeOf(spells, { from: start + day, until: start + 2 * day })).toBe(1);
  // the future has no uptime
  expect(uptimeOf(spells, { from: start + 2 * day, until: start + 3 * day })).toBeNull();
});

test('an OKM has no uptime before its history begins', () => {
  const since = start + 1.5 * day;
  const spells = spellsOf(within([{ from: iso(since), until: null }], range, range.until), since, range);
  expect(uptimeOf(spells, { from: start, until: start + day })).toBeNull();
  expect(uptimeOf(spells, { from: start + day, until: start + 2 * day })).toBe(1);
  expect(uptimeOf(spells, range)).toBe(1);
});

test('for any connections, the spells fill the range and the uptimes of its days add up to its own', () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 4000 }), { maxLength: 30 });
  fc.assert(
    fc.property(
      gaps,
      fc.integer({ min: -3000, max: 3000 }),
      fc.boolean(),
      fc.integer({ min: 1, max: 43_200 }),
      (minutes, first, lasts, until) => {
        const now = start + until * 60_000;
        // alternating connections and silences, in minutes
        let at = start + first * 60_000;
        const times = minutes.map((length) => (at += length * 60_000));
        const intervals = times.flatMap((from, i) => {
          const end = times[i + 1];
          if (i % 2 === 1 || from >= now) return [];
          if (end === undefined || end >= now)
            return [{ from: iso(from), until: lasts ? null : iso(Math.min(now, end ?? now)) }];
          return [{ from: iso(from), until: iso(end) }];
        });
        const shown = { from: start, until: now };
        const online = within(intervals, shown, now);
        const since = times[0] ?? now;
        const spells = spellsOf(online, since, shown);
        expect(spells[0]?.from).toBe(start);
        expect(spells.at(-1)?.until).toBe(now);
        for (const [i, spell] of spells.slice(1).entries()) expect(spell.from).toBe(spells[i]?.until);
        const covered = (of: { from: number; until: number }) =>
          Math.max(0, Math.min(of.until, now) - Math.max(of.from, start, Math.min(since, now)));
        const weigh = (of: { from: number; until: number }) => {
          const share = uptimeOf(spells, of);
          if (share === null) {
            expect(covered(of)).toBe(0);
            return 0;
          }
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(1);
          return share * covered(of);
        };
        const days = Array.from({ length: 30 }, (_, i) => ({ from: start + i * day, until: start + (i + 1) * day }));
        const sum = days.reduce((all, one) => all + weigh(one), 0);
        expect(sum).toBeCloseTo(weigh(range), 0);
        expect(sum).toBeCloseTo(
          online.reduce((all, one) => all + one.until - one.from, 0),
          0,
        );
      },
    ),
  );
});
