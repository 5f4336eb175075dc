// Which nights have a closing check, what counts as a fault, and who is sent a notice.
import { custody, heldSince } from '@keyward/contract/custody';
import { devices } from '@keyward/contract/devices';
import { beforeEach, describe, expect, test } from 'vitest';
import { openOutbox } from '#testing/outbox.ts';
import { north, south, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { openBoard } from './board.testing.ts';
import { checkClosings } from './closing.ts';

const portal = await openPortal();
const { manager } = portal.as;
const { owner, idOf, at, keyOut } = await openBoard(portal);
const outbox = openOutbox(portal);
const minuteMs = 60_000;
const later = (instant: string, minutes: number) => new Date(Date.parse(instant) + minutes * minuteMs);

type Hours = { opens: string; closes: string } | null;
const setHours = (name: string, week: readonly Hours[], exceptions: readonly { date: string; hours: Hours }[] = []) =>
  owner.query(
    `insert into location_hours (tenant_id, value_id, time_zone, week, exceptions) values ($1, $2, 'UTC', $3, $4)
     on conflict (tenant_id, value_id) do update set week = excluded.week, exceptions = excluded.exceptions`,
    [tenants.demo, idOf(name), JSON.stringify(week), JSON.stringify(exceptions)],
  );
const daily = (opens: string, closes: string) => Array.from({ length: 7 }, () => ({ opens, closes }));
const never: Hours[] = Array.from({ length: 7 }, () => null);
/** The time of day `minutes` from now. */
const clockIn = (minutes: number) => later(new Date().toISOString(), minutes).toISOString().slice(11, 16);
const settings = (changes: Record<string, string | number>) =>
  owner.query('update tenant set config = config || $2::jsonb where id = $1', [tenants.demo, JSON.stringify(changes)]);
const run = (instant: Date) => portal.inTenant('demo', (db) => checkClosings(db, portal.vault, instant));
const returnKeys = () => owner.query('delete from key_custody');
const lose = ({ id }: { id: string }) =>
  owner.query(`insert into lost_key (tenant_id, device_id, by_name) values ($1, $2, 'Mona')`, [tenants.demo, id]);
/** Recipient and kind of each mail, such as 'manager alert'. */
async function mails() {
  await outbox.work();
  const kinds = { 'still not in order': 'escalation', 'not in order at closing': 'alert', 'all in order': 'cleared' };
  return outbox.messages
    .splice(0)
    .map(
      ({ to, subject }) => `${to.split('@')[0]} ${Object.entries(kinds).find(([text]) => subject.includes(text))?.[1]}`,
    )
    .toSorted();
}
const checks = async () =>
  (await owner.query('select * from closing_check where location_id = $1 order by closed_at', [idOf(north)])).rows;
/** The location as the page shows it now. */
const shown = async () => (await manager.call(custody.closing, { query: {} })).data[0];

beforeEach(async () => {
  for (const table of ['closing_check', 'inbox_entry', 'key_custody', 'lost_key', 'location_hours'])
    await owner.query(`delete from ${table}`);
  await owner.query('update device set state_updated_at = null');
  await setHours(south, never);
  await settings({
    closingDelayMinutes: 15,
    closingAlertTo: 'manager',
    closingEscalateTo: 'admin',
    closingEscalationMinutes: 30,
  });
  await mails();
});

describe('the night', () => {
  test('that lasts a whole season has one check, followed up until the opening', async () => {
    const hours = { opens: '09:00', closes: '20:00' };
    await setHours(north, never, [
      { date: '2026-09-30', hours },
      { date: '2027-03-01', hours },
    ]);
    await keyOut(north, 'clerk', 5);
    // the jobs run late
    const found = '2026-11-23T12:00Z';
    await run(new Date(found));
    expect(await mails()).toEqual(['manager alert']);
    for (const minutes of [1, 2, 29]) await run(later(found, minutes));
    expect(await mails()).toEqual([]);
    for (const minutes of [30, 31]) await run(later(found, minutes));
    expect(await mails()).toEqual(['admin escalation']);
    await returnKeys();
    for (const minutes of [40, 41]) await run(later(found, minutes));
    expect(await mails()).toEqual(['admin cleared', 'manager cleared']);
    expect(await checks()).toMatchObject([{ closed_at: '2026-09-30T20:00:00.000Z' }]);
    // the night after the season is like any other
    await run(new Date('2027-03-01T12:00Z'));
    expect(await checks()).toEqual([]);
  });

  test.each([
    ['21:00', '20:54', '20:55'],
    ['20:03', '19:59', '20:00'],
  ])('until %s has its check just before the opening, however long the delay', async (opens, before, due) => {
    await settings({ closingDelayMinutes: 240 });
    await setHours(north, daily(opens, '20:00'));
    await run(new Date(`2026-11-23T${before}Z`));
    expect(await checks()).toEqual([]);
    await run(new Date(`2026-11-23T${due}Z`));
    expect(await checks()).toMatchObject([{ closed_at: '2026-11-23T20:00:00.000Z' }]);
  });

  test('that is shorter than the delay is shown with the time of its check', async () => {
    await settings({ closingDelayMinutes: 240 });
    await setHours(north, daily(clockIn(30), clockIn(-30)));
    const next = Date.parse((await shown())?.next ?? '') - Date.now();
    expect(next).toBeGreaterThan(23 * minuteMs);
    expect(next).toBeLessThanOrEqual(25 * minuteMs);
  });

  test('whose check is overdue is shown with the due time, whatever the last check found', async () => {
    await setHours(north, daily(clockIn(120), clockIn(-60)));
    await run(later(new Date().toISOString(), -24 * 60));
    const missing = await shown();
    expect(missing?.last).toMatchObject({ current: false, alerted_at: null });
    const due = Date.now() - Date.parse(missing?.due ?? '');
    expect(due).toBeGreaterThanOrEqual(45 * minuteMs);
    expect(due).toBeLessThan(47 * minuteMs);
    await run(new Date());
    expect(await shown()).toMatchObject({ due: null, last: { current: true } });
  });
});

describe('a check', () => {
  const closing = '2026-11-23T20:00Z';
  beforeEach(() => setHours(north, daily('09:00', '20:00')));

  test('does not count lost keys, and is cleared when the last key that is out is reported lost', async () => {
    const [lost, out] = [await keyOut(north, 'clerk', 5), await keyOut(north, 'clerk', 5)];
    await lose(lost);
    await run(later(closing, 15));
    expect(await checks()).toMatchObject([{ keys_out: 1 }]);
    expect(await mails()).toEqual(['manager alert']);
    await lose(out);
    await run(later(closing, 20));
    expect(await mails()).toEqual(['manager cleared']);
    await run(later(closing, 24 * 60 + 15));
    expect((await checks())[1]).toMatchObject({ keys_out: 0, alerted_at: null });
  });

  test('finds as many keys as the list that the portal links to', async () => {
    const [lost] = [await keyOut(north, 'clerk', 5), await keyOut(north, 'clerk', 5)];
    await lose(lost);
    await setHours(north, daily(clockIn(120), clockIn(-60)));
    await run(new Date());
    expect((await shown())?.last).toMatchObject({ keys_out: 1 });
    const query = { ...at(north), custom_view: 'Keys', held_since: `gte:${heldSince}`, lost_since: 'NOT_EXISTS' };
    expect((await manager.call(devices.list, { query })).total_results).toBe(1);
  });

  test('is cleared for those who were mailed the alert, not for those who were named since then', async () => {
    await keyOut(north, 'clerk', 5);
    await run(later(closing, 15));
    await settings({ closingAlertTo: 'clerk', closingEscalateTo: '' });
    await run(later(closing, 45));
    expect(await mails()).toEqual(['manager alert']);
    await settings({ closingEscalateTo: 'admin' });
    await returnKeys();
    await run(later(closing, 50));
    expect(await mails()).toEqual(['manager cleared']);
  });

  test('says to how many profiles it was escalated, and when it was last looked at', async () => {
    await keyOut(north, 'clerk', 5);
    await settings({ closingEscalateTo: '' });
    await run(later(closing, 15));
    await run(later(closing, 45));
    await run(later(closing, 46));
    expect(await checks()).toMatchObject([
      { checked_at: '2026-11-23T20:15:00.000Z', looked_at: '2026-11-23T20:46:00.000Z', escalated_to: 0 },
    ]);
    await settings({ closingEscalateTo: 'admin, ADMIN, clerk, no.such' });
    await run(later(closing, 24 * 60 + 15));
    await run(later(closing, 24 * 60 + 45));
    expect((await checks())[1]).toMatchObject({ escalated_to: 2 });
    expect(await mails()).toEqual(['admin escalation', 'clerk escalation', 'manager alert', 'manager alert']);
  });
});
