// The filter by the reason of a refusal, over events of this release and of former ones.
import type { EventResult } from '@keyward/contract/activity';
import { refusalReasons, type RefusalReason } from '@keyward/contract/refusals';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NewEvent } from '#core/events/events.ts';
import { fillReasons } from '#core/events/reason-job.ts';
import { north, south } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { eventsOfTwoReleases, locationsOf } from './filled-column.ts';

const portal = await openPortal();
const locations = await locationsOf(portal);

const drawn: fc.Arbitrary<NewEvent> = fc
  .record({
    event: fc.constantFrom('LOCK_UNLOCK', 'KEY_CHECKOUT', 'USE_SECURE_KEY', 'FAILED_LOGIN'),
    time: fc.integer({ min: 1, max: 90 }).map((day) => new Date(Date.UTC(2026, 5, day, 12))),
    result: fc.constantFrom<EventResult>('success', 'unauthorized', 'unauthorized'),
    said: fc.option(fc.constantFrom(...refusalReasons)),
    changed: fc.option(fc.constantFrom(...refusalReasons, 'afterEnd')),
    locations: fc.subarray(locations.map(({ id }) => id)),
    id: fc.uuid({ version: 7 }),
  })
  .map(({ said, changed, ...event }) => ({
    ...event,
    ...(said && event.result === 'unauthorized' ? { reason: said } : {}),
    changes: changed ? [{ attribute: 'reason', oldValue: null, newValue: changed }] : [],
  }));
const events = fc.sample(drawn, { numRuns: 600, seed: 11 });

/** For a refused code the changes contain the reason as well; for everything else only `reason` does. */
function naive({ event, result, reason, changes = [] }: NewEvent): RefusalReason | undefined {
  if (result !== 'unauthorized') return undefined;
  if (reason || event !== 'USE_SECURE_KEY') return reason;
  return refusalReasons.find((one) => one === changes[0]?.newValue);
}
/** The oldest third is stored as a server of the previous release wrote it. */
const isOld = (event: NewEvent) => (event.time ?? new Date()) < new Date(Date.UTC(2026, 6, 1));

const { found, idsOf, expectFilledOnce } = eventsOfTwoReleases(portal, {
  column: 'reason',
  events,
  isOld,
  job: fillReasons,
});

test('the job fills in the reasons of older refusals once', async () => {
  const old = events.filter((event) => isOld(event) && event.result === 'unauthorized').length;
  expect(old).toBeGreaterThan(50);
  expect(await found({ reason: 'location' })).not.toEqual(idsOf((event) => naive(event) === 'location'));
  await expectFilledOnce(old);
});

test('each reason finds what a plain classification finds, and its negation finds the rest', async () => {
  for (const value of refusalReasons) {
    const expected = idsOf((event) => naive(event) === value);
    expect(expected.length, value).toBeGreaterThan(0);
    expect(await found({ reason: value }), value).toEqual(expected);
    expect(await found({ reason: `not:${value}` }), value).toEqual(idsOf((event) => naive(event) !== value));
  }
  expect(await found({ reason: 'NOT_EXISTS' })).toEqual(idsOf((event) => naive(event) === undefined));
  await expect(found({ reason: 'LOCK_UNLOCK' })).rejects.toThrow("column 'reason'");
});

test('several reasons combine with a type, a time, a location and an own scope', async () => {
  const [first, second] = locations;
  const at = (event: NewEvent, location = first) => event.locations.includes(location?.id ?? '');
  const barred = (event: NewEvent) => ['location', 'groups', 'wrongCode'].includes(naive(event) ?? '');
  const reason = 'location,groups,wrongCode';
  const name = [north, south].toSorted()[0] ?? '';
  expect(await found({ reason })).toEqual(idsOf(barred));
  expect(await found({ reason, result: 'unauthorized' })).toEqual(idsOf(barred));
  expect(await found({ reason, [`tags.${first?.tag}`]: name })).toEqual(idsOf((e) => barred(e) && at(e)));
  expect(await found({ reason }, [second?.id ?? ''])).toEqual(idsOf((e) => barred(e) && at(e, second)));
  expect(await found({ reason, event: 'LOCK_UNLOCK' })).toEqual(idsOf((e) => barred(e) && e.event === 'LOCK_UNLOCK'));
  const event_time = 'gte:2026-07-01T00:00:00Z';
  expect(await found({ reason, event_time })).toEqual(idsOf((e) => barred(e) && !isOld(e)));
});
