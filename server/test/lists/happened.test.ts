import type { EventResult } from '@keyward/contract/activity';
import { type Happening, happenings, hasHappenings } from '@keyward/contract/happened';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NewEvent } from '#core/events/events.ts';
import { fillHappened } from '#core/events/happened-job.ts';
import { north, south } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { eventsOfTwoReleases, locationsOf } from './filled-column.ts';

const portal = await openPortal();
const locations = await locationsOf(portal);

const drawn: fc.Arbitrary<NewEvent> = fc.record(
  {
    event: fc.constantFrom(
      'LOCK_UNLOCK',
      'LOCK_UNLOCK',
      'DUAL_AUTHORIZATION_UNLOCK',
      'ARM_DISARM_ALARM',
      'KEY_CHECKOUT',
      'KEY_CHECKIN',
      'LOGIN',
      'USB_STATE_CHANGE',
    ),
    time: fc.integer({ min: 1, max: 90 }).map((day) => new Date(Date.UTC(2026, 5, day, 12))),
    result: fc.constantFrom<EventResult>('success', 'success', 'failure', 'unauthorized'),
    changes: fc.array(
      fc.record({
        attribute: fc.constantFrom('secured', 'armed', 'battery'),
        oldValue: fc.constant(null),
        newValue: fc.constantFrom('true', 'false', '71', null),
      }),
      { maxLength: 2 },
    ),
    locations: fc.subarray(locations.map(({ id }) => id)),
    id: fc.uuid({ version: 7 }),
  },
  { requiredKeys: ['event', 'time', 'locations', 'id'] },
);
const events = fc.sample(drawn, { numRuns: 400, seed: 7 });

/** The same rule, written without the tables of the contract. */
function naive({ event, result, changes = [] }: NewEvent): Happening | undefined {
  const last = (attribute: string) => changes.filter((c) => c.attribute === attribute).at(-1)?.newValue;
  const refused = result === 'unauthorized';
  const failed = result === 'failure';
  if (event === 'LOCK_UNLOCK') {
    if (refused) return 'unlockRefused';
    if (failed) return 'unlockFailed';
    if (last('secured') === 'true') return 'locked';
    if (last('secured') === 'false') return 'unlocked';
  }
  if (event === 'DUAL_AUTHORIZATION_UNLOCK') return refused ? 'unlockRefused' : failed ? 'unlockFailed' : 'openedByTwo';
  if (event === 'ARM_DISARM_ALARM') {
    if (refused) return 'alarmRefused';
    if (failed) return 'alarmFailed';
    if (last('armed') === 'true') return 'armed';
    if (last('armed') === 'false') return 'disarmed';
  }
  if (event === 'KEY_CHECKOUT') return refused ? 'keyRefused' : failed ? 'keyFailed' : 'keyTaken';
  if (event === 'KEY_CHECKIN' && !refused && !failed) return 'keyReturned';
  return undefined;
}

/** The older half is stored as a server of the previous release wrote it. */
const isOld = (event: NewEvent) => (event.time ?? new Date()) < new Date(Date.UTC(2026, 6, 15));

const { found, idsOf, expectFilledOnce } = eventsOfTwoReleases(portal, {
  column: 'happened',
  events,
  isOld,
  job: fillHappened,
});

test('the job fills in the values of old events once', async () => {
  const old = events.filter((event) => isOld(event) && hasHappenings(event.event)).length;
  expect(old).toBeGreaterThan(50);
  expect(await found({ happened: 'keyTaken' })).not.toEqual(idsOf((event) => naive(event) === 'keyTaken'));
  await expectFilledOnce(old);
});

test('each value finds what a plain classification finds, and its negation finds the rest', async () => {
  for (const value of happenings) {
    const expected = idsOf((event) => naive(event) === value);
    expect(expected.length, value).toBeGreaterThan(0);
    expect(await found({ happened: value }), value).toEqual(expected);
    expect(await found({ happened: `not:${value}` }), value).toEqual(idsOf((event) => naive(event) !== value));
  }
  expect(await found({ happened: 'NOT_EXISTS' })).toEqual(idsOf((event) => naive(event) === undefined));
});

test('several values combine with a type, a time, a location and an own scope', async () => {
  const [first, second] = locations;
  const at = (event: NewEvent, location = first) => event.locations.includes(location?.id ?? '');
  const opened = (event: NewEvent) => ['unlocked', 'openedByTwo', 'keyRefused'].includes(naive(event) ?? '');
  const happened = 'unlocked,openedByTwo,keyRefused';
  const name = [north, south].toSorted()[0] ?? '';
  expect(await found({ happened })).toEqual(idsOf(opened));
  expect(await found({ happened, [`tags.${first?.tag}`]: name })).toEqual(idsOf((e) => opened(e) && at(e)));
  expect(await found({ happened }, [second?.id ?? ''])).toEqual(idsOf((e) => opened(e) && at(e, second)));
  expect(await found({ happened, event: 'LOCK_UNLOCK' })).toEqual(idsOf((e) => opened(e) && e.event === 'LOCK_UNLOCK'));
  const event_time = 'gte:2026-07-15T00:00:00Z';
  expect(await found({ happened, event_time })).toEqual(idsOf((e) => opened(e) && !isOld(e)));
  await expect(found({ happened: 'LOCK_UNLOCK' })).rejects.toThrow("column 'happened'");
});
