import fc from 'fast-check';
import { expect, test } from 'vitest';
import { baseline, calmMs, type Counting, judge, type Memory, replay } from './judge.ts';

const minute = 60_000;
const above2: Counting = { when: 'count', above: 2 };
const still10: Counting = { when: 'still', minutes: 10 };

/** The verdicts of a watch at these instants. */
function says(rule: Counting, counts: readonly (readonly [atMinutes: number, rows: number])[], memory: Memory = {}) {
  return counts.map(([at, rows]) => {
    const verdict = judge(rule, memory, rows, at * minute);
    memory = verdict.memory;
    return verdict.says;
  });
}

test('a count fires once when it exceeds the limit, and clears once when it is back', () => {
  expect(
    says(above2, [
      [0, 2],
      [1, 3],
      [2, 9],
      [3, 2],
      [4, 2],
      [5, 1],
      [6, 1],
    ]),
  ).toEqual([null, 'fired', null, null, null, 'cleared', null]);
});

test('a value that swings around the limit fires only once', () => {
  const swings = Array.from({ length: 30 }, (_, i) => [i, i % 2 ? 3 : 2] as const);
  expect(says(above2, swings).filter((said) => said !== null)).toEqual(['fired']);
});

test('the time starts over when the rows disappear for a moment', () => {
  expect(
    says(still10, [
      [0, 1],
      [9, 1],
      [9.5, 0],
      [10, 1],
      [19, 4],
      [20, 4],
      [21, 4],
    ]),
  ).toEqual([null, null, null, null, null, 'fired', null]);
});

test('rows that exist at the beginning cause no notice, neither at first nor when they disappear', () => {
  expect(
    says(
      above2,
      [
        [1, 7],
        [2, 0],
        [5, 0],
      ],
      baseline(above2, 5, 0),
    ),
  ).toEqual([null, null, null]);
  expect(
    says(
      above2,
      [
        [1, 7],
        [2, 0],
        [5, 0],
        [6, 3],
      ],
      baseline(above2, 5, 0),
    ),
  ).toEqual([null, null, null, 'fired']);
});

test('alarms and recoveries alternate, whatever happens', () => {
  const history = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1, max: 15 })), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(history, fc.constantFrom(above2, still10), (changes, rule) => {
      let at = 0;
      const said = says(
        rule,
        changes.map(([rows, after]) => [(at += after), rows] as const),
      ).filter((one) => one !== null);
      expect(said).toEqual(said.map((_, i) => (i % 2 ? 'cleared' : 'fired')));
    }),
  );
});

test('a replay fires as often as judging the counts minute by minute', () => {
  const steps = fc.array(fc.record({ at: fc.integer({ min: 1, max: 200 }), by: fc.constantFrom(1, 1, -1) }), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(steps, fc.constantFrom(above2, still10), (changes, rule) => {
      // whole minutes, at each of which the view is counted
      const at = changes.map((step) => ({ ...step, at: step.at * minute }));
      let memory = baseline(rule, 3, 0);
      let times = 0;
      for (let now = 1; now <= 220; now++) {
        const rows = 3 + at.filter((step) => step.at <= now * minute).reduce((sum, { by }) => sum + by, 0);
        const verdict = judge(rule, memory, rows, now * minute);
        memory = verdict.memory;
        if (verdict.says === 'fired') times++;
      }
      expect(replay(rule, 3, at, { from: 0, to: 220 * minute })).toBe(times);
      expect(calmMs % minute).toBe(0);
    }),
  );
});
