import { timeZones } from '@keyward/contract/time-zones';
import { describe, expect, test } from 'vitest';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const owner = portal.database.system;

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

/** Instants at which keys that were checked out at these instants are due, according to the database. */
async function dueInDatabase(keys: readonly (readonly [taken: number, curfew: string, zone: string])[]) {
  const { rows } = await owner.query<{ due: string }>(
    `select key_due(taken, curfew, zone) as due
     from unnest($1::timestamptz[], $2::text[], $3::text[]) with ordinality as k(taken, curfew, zone, n) order by n`,
    [keys.map(([taken]) => new Date(taken)), keys.map(([, curfew]) => curfew), keys.map(([, , zone]) => zone)],
  );
  return rows.map(({ due }) => new Date(due).toISOString());
}

/** Local time in a zone for each minute from `start` on, such as '2026-03-29 02:30'. */
function clockFrom(zone: string, start: number, days: number): string[] {
  const format = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return Array.from({ length: days * 1440 }, (_, i) => format.format(start + i * minuteMs));
}

/** Instants at which the clock reaches a time of day, found minute by minute: the first one of each date. */
function instantsOf(clock: readonly string[], start: number, time: string): number[] {
  const reached = new Map<string, number>();
  for (const [i, shown] of clock.entries()) {
    const date = shown.slice(0, 10);
    if (shown.slice(11) >= time && !reached.has(date)) reached.set(date, start + i * minuteMs);
  }
  return [...reached.values()];
}

// the days of 2026 and 2027 on which clocks change, and zones at :30 and :45
const changes: readonly (readonly [zone: string, day: string])[] = [
  ['Europe/London', '2026-03-29'],
  ['Europe/London', '2026-10-25'],
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['America/St_Johns', '2027-03-14'],
  ['America/St_Johns', '2026-11-01'],
  // changes by half an hour
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  // is at :45 and changes at 02:45
  ['Pacific/Chatham', '2026-04-05'],
  ['Pacific/Chatham', '2026-09-27'],
  // changes at midnight, so that 00:00 is skipped or comes twice
  ['America/Santiago', '2026-04-05'],
  ['America/Santiago', '2026-09-06'],
  // changes by two hours
  ['Antarctica/Troll', '2026-03-29'],
  ['Antarctica/Troll', '2026-10-25'],
  // never changes
  ['Asia/Kolkata', '2026-03-29'],
  ['Asia/Kathmandu', '2026-10-25'],
];
const times = [
  '00:00',
  '00:30',
  '01:00',
  '01:15',
  '01:30',
  '01:59',
  '02:00',
  '02:30',
  '02:45',
  '03:00',
  '18:30',
  '23:45',
];

describe('a time of day', () => {
  test.each(changes)('is due when the clock of %s next shows it, around %s', async (zone, day) => {
    const noon = Date.parse(`${day}T12:00Z`);
    const start = noon - 3 * dayMs;
    const clock = clockFrom(zone, start, 7);
    // every half hour, on the minutes of the clock and between them
    const instants = Array.from({ length: 144 }, (_, i) => noon + (i - 72) * 30 * minuteMs + (i % 3) * 29_500);
    const keys = times.flatMap((time) => instants.map((taken) => [taken, time] as const));
    const expected = times.flatMap((time) => {
      const reached = instantsOf(clock, start, time);
      return instants.map((taken) => new Date(Math.min(...reached.filter((instant) => instant > taken))).toISOString());
    });
    expect(await dueInDatabase(keys.map(([taken, time]) => [taken, time, zone] as const))).toEqual(expected);
  });

  test('that the clock skips is due at the change, and one that comes twice is due the first time', async () => {
    const due = async (taken: string, curfew: string, zone: string) =>
      (await dueInDatabase([[Date.parse(taken), curfew, zone]]))[0];
    // 02:00 becomes 03:00 at 07:00 UTC
    expect(await due('2026-03-08T04:00Z', '02:30', 'America/New_York')).toBe('2026-03-08T07:00:00.000Z');
    // 02:00 becomes 01:00 at 06:00 UTC; a key that is taken between both 01:30 is due a day later
    expect(await due('2026-11-01T04:00Z', '01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z');
    expect(await due('2026-11-01T05:45Z', '01:30', 'America/New_York')).toBe('2026-11-02T06:30:00.000Z');
    expect(await due('2026-11-01T05:30Z', '01:30', 'America/New_York')).toBe('2026-11-02T06:30:00.000Z');
  });

  test('is known to the database in every zone that can be chosen', async () => {
    const { rows } = await owner.query<{ zone: string }>(
      'select zone from unnest($1::text[]) as zone where zone not in (select name from pg_timezone_names)',
      [timeZones],
    );
    expect(rows).toEqual([]);
  });
});

test('hours are counted by elapsed time, even across a change of the clock', async () => {
  const taken = Date.parse('2026-10-24T20:00:30Z');
  const hours = [1, 8, 24, 168];
  const keys = hours.map((n) => [taken, `${n}h`, 'Europe/London'] as const);
  expect(await dueInDatabase(keys)).toEqual(hours.map((n) => new Date(taken + n * 3_600_000).toISOString()));
});
