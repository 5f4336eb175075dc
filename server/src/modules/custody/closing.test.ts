import { custody, heldSince } from '@keyward/contract/custody';
import { groups } from '@keyward/contract/groups';
import { devices } from '@keyward/contract/devices';
import { organizations } from '@keyward/contract/organization';
import { beforeEach, describe, expect, test } from 'vitest';
import { inTenant } from '#db/tenant.ts';
import { nightly } from '#testing/nightly.ts';
import { openOutbox } from '#testing/outbox.ts';
import { north, serials, south, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { checkClosings } from './closing.ts';

const portal = await openPortal();
const { admin, manager, clerk, homeless, nobody } = portal.as;
const owner = portal.database.system;
const outbox = openOutbox(portal);
const { data: definitions } = await admin.call(groups.definitions, {});
// needed by a test of Settings > Organization
await owner.query(`update profile set is_keyward_admin = true where username = 'admin'`);
const location = definitions.find((d) => d.is_location);
const idOf = (name: string) => location?.values.find((value) => value.name === name)?.id ?? '';
const at = (...names: string[]) => ({ [`tags.${location?.id}`]: names.join() });

const minuteMs = 60_000;
const later = (instant: string, minutes: number) => new Date(Date.parse(instant) + minutes * minuteMs);

/** Hours of each day: from 09:00 until this time. */
const daily = (closes: string) => Array.from({ length: 7 }, () => ({ opens: '09:00', closes }));
const setHours = (name: string, zone: string, week: unknown) =>
  owner.query(
    `insert into location_hours (tenant_id, value_id, time_zone, week) values ($1, $2, $3, $4)
     on conflict (tenant_id, value_id) do update set time_zone = excluded.time_zone, week = excluded.week`,
    [tenants.demo, idOf(name), zone, JSON.stringify(week)],
  );
const closed = Array.from({ length: 7 }, () => null);
const settings = (changes: Record<string, string | number>) =>
  owner.query('update tenant set config = config || $2::jsonb where id = $1', [tenants.demo, JSON.stringify(changes)]);

/** Takes a key of North. */
const takeKey = () =>
  owner.query(
    `insert into key_custody (tenant_id, device_id, profile_id, checked_out_at)
     select d.tenant_id, d.id, p.id, now() from device d join profile p on p.tenant_id = d.tenant_id and p.username = 'clerk'
     where d.tenant_id = $1 and d.serial_number = $2`,
    [tenants.demo, serials.northKey],
  );
const returnKeys = () => owner.query('delete from key_custody');
/** Runs the checks in two concurrent processes, each with its own connections. */
const run = (instant: Date) =>
  Promise.all(
    [portal.database.app, portal.database.system].map((pool) =>
      inTenant(pool, tenants.demo, (db) => checkClosings(db, portal.vault, instant)),
    ),
  );
/** Deletes all checks and notices, as if none had been made. */
async function forgetChecks() {
  await owner.query('delete from closing_check');
  await owner.query('delete from inbox_entry');
}
async function mails() {
  await outbox.work();
  return outbox.messages.splice(0).map(({ to, subject }) => `${to.split('@')[0]}: ${subject}`);
}
const checks = async () =>
  (
    await owner.query<{ closed_at: Date }>('select * from closing_check where location_id = $1 order by closed_at', [
      idOf(north),
    ])
  ).rows;

beforeEach(async () => {
  await forgetChecks();
  await returnKeys();
  await owner.query('delete from location_hours');
  await owner.query(`update device set security_status = null where security_status = 'unsecured'`);
  await owner.query('update device set state_updated_at = null');
  await setHours(south, 'UTC', closed);
  await settings({
    closingDelayMinutes: 15,
    closingAlertTo: 'manager, Clerk',
    closingEscalateTo: 'admin',
    closingEscalationMinutes: 30,
  });
  await mails();
});

const found = '(keys out: 1, locks not secured: 0, OKMs offline: 0)';
const alert = `Northgate Retail: ${north}: not in order at closing ${found}`;
const still = `Northgate Retail: ${north}: still not in order after closing ${found}`;
const cleared = `Northgate Retail: ${north}: all in order`;

// closing on a day on which the clock changes; the instant in UTC; zones at :30 and :45 among them
const closings: readonly (readonly [zone: string, closes: string, instant: string])[] = [
  ['Europe/London', '20:00', '2026-03-29T19:00Z'],
  ['Europe/London', '20:00', '2026-10-25T20:00Z'],
  // the time comes twice: the location closes at the second
  ['Europe/London', '01:30', '2026-10-25T01:30Z'],
  // the time is skipped: the location closes an hour later
  ['America/New_York', '02:30', '2026-03-08T07:30Z'],
  ['America/New_York', '20:00', '2026-11-02T01:00Z'],
  ['America/St_Johns', '20:00', '2026-11-01T23:30Z'],
  ['Australia/Lord_Howe', '20:00', '2026-04-05T09:30Z'],
  ['Australia/Lord_Howe', '20:00', '2026-10-04T09:00Z'],
  ['Pacific/Chatham', '20:00', '2026-04-05T07:15Z'],
  ['Pacific/Chatham', '20:00', '2026-09-27T06:15Z'],
  ['Asia/Kathmandu', '20:00', '2026-03-29T14:15Z'],
];

/** Runs in the nightly tests only. */
test.each(nightly ? closings : [])(
  'in %s, closing at %s, two processes give one alert, one escalation and one recovery',
  async (zone, closes, closing) => {
    await setHours(north, zone, daily(closes));
    await takeKey();
    // each minute that matters from two hours before to five after the closing
    await run(later(closing, -120));
    // discards what was due the night before
    await forgetChecks();
    await mails();
    for (const minutes of [-60, -30, -1, 0, 14]) await run(later(closing, minutes));
    expect(await mails()).toEqual([]);
    await run(later(closing, 15));
    expect((await mails()).toSorted()).toEqual([`clerk: ${alert}`, `manager: ${alert}`]);
    for (const minutes of [16, 30, 44]) await run(later(closing, minutes));
    expect(await mails()).toEqual([]);
    for (const minutes of [45, 46, 60, 75]) await run(later(closing, minutes));
    expect(await mails()).toEqual([`admin: ${still}`]);
    await returnKeys();
    await run(later(closing, 80));
    expect((await mails()).toSorted()).toEqual([`admin: ${cleared}`, `clerk: ${cleared}`, `manager: ${cleared}`]);
    // later faults of the same night do not concern the closing
    await takeKey();
    for (const minutes of [81, 120, 180]) await run(later(closing, minutes));
    expect(await mails()).toEqual([]);
    expect((await checks()).map((row) => new Date(row.closed_at).toISOString())).toEqual([
      new Date(closing).toISOString(),
    ]);
  },
);

describe('a closing check', () => {
  const closing = '2026-11-23T20:00Z';
  beforeEach(() => setHours(north, 'UTC', daily('20:00')));

  test('that finds everything in order mails no one, and is not repeated', async () => {
    await run(later(closing, 15));
    await takeKey();
    await run(later(closing, 20));
    expect(await mails()).toEqual([]);
    expect(await checks()).toMatchObject([{ keys_out: 0, alerted_at: null }]);
  });

  test('is made up for once after all processes were down, but not after the opening', async () => {
    await takeKey();
    await run(later(closing, 12 * 60));
    expect(await mails()).toHaveLength(2);
    await forgetChecks();
    await run(later(closing, 13 * 60));
    expect(await mails()).toEqual([]);
    expect(await checks()).toEqual([]);
  });

  test('ends with the opening: no escalation and no recovery after it', async () => {
    await takeKey();
    await settings({ closingEscalationMinutes: 720 });
    await run(later(closing, 12 * 60 + 30));
    await mails();
    await run(later(closing, 13 * 60 + 1));
    await returnKeys();
    await run(later(closing, 14 * 60));
    expect(await mails()).toEqual([]);
    expect(await checks()).toMatchObject([{ escalated_at: null, cleared_at: null }]);
  });

  test('is not made a second time when the hours are changed to an earlier closing of the same night', async () => {
    await takeKey();
    await run(later(closing, 15));
    await setHours(north, 'UTC', daily('19:00'));
    await run(later(closing, 16));
    expect(await checks()).toHaveLength(1);
    expect(await mails()).toHaveLength(2);
  });

  test('is rolled back with its mails when it fails, and made by the next run', async () => {
    await takeKey();
    await owner.query('alter table mail add constraint broken check (false) not valid');
    await expect(run(later(closing, 15))).rejects.toThrow();
    await owner.query('alter table mail drop constraint broken');
    await run(later(closing, 16));
    expect(await mails()).toHaveLength(2);
  });

  test('counts keys, unsecured locks and offline OKMs like the lists that the portal links to', async () => {
    const now = new Date();
    await setHours(
      north,
      'UTC',
      daily(later(now.toISOString(), -60).toISOString().slice(11, 16)).map(({ closes }) => ({
        opens: later(now.toISOString(), 120).toISOString().slice(11, 16),
        closes,
      })),
    );
    await takeKey();
    await owner.query(
      `update device set security_status = 'unsecured', state_updated_at = now() - interval '3 days'
       where tenant_id = $1 and serial_number = $2`,
      [tenants.demo, serials.northPadlock],
    );
    await owner.query(
      `update device set state_updated_at = now() - interval '16 minutes' where tenant_id = $1 and serial_number = $2`,
      [tenants.demo, serials.northOkm],
    );
    await run(now);
    const { data, mailed } = await manager.call(custody.closing, { query: {} });
    expect(data).toMatchObject([
      {
        location: { name: north },
        closes: true,
        last: { keys_out: 1, locks_unsecured: 1, okms_offline: 1, current: true },
      },
    ]);
    expect(mailed).toEqual({ alert: 2, escalate: 1, minutes: 30 });
    const total = async (query: Record<string, string>) =>
      (await manager.call(devices.list, { query: { ...at(north), ...query } })).total_results;
    expect(await total({ custom_view: 'Keys', held_since: `gte:${heldSince}` })).toBe(1);
    expect(await total({ custom_view: 'Locks', security_status: 'unsecured' })).toBe(1);
    expect(await total({ custom_view: 'OKMs Offline' })).toBe(1);
    await outbox.work();
    expect(outbox.messages[0]?.text).toContain('(keys out: 1, locks not secured: 1, OKMs offline: 1)');
    // shows the present numbers
    await returnKeys();
    expect((await manager.call(custody.closing, { query: {} })).data[0]?.last).toMatchObject({ keys_out: 0 });
  });

  test('is mailed to those who may read devices, about the locations visible to them', async () => {
    await settings({ closingAlertTo: 'admin, homeless, nobody, editor, no.such, manager', closingEscalateTo: '' });
    await setHours(south, 'UTC', daily('20:00'));
    await takeKey();
    await owner.query(
      `insert into key_custody (tenant_id, device_id, profile_id, checked_out_at)
       select d.tenant_id, d.id, p.id, now() from device d join profile p on p.tenant_id = d.tenant_id and p.username = 'clerk'
       where d.tenant_id = $1 and d.serial_number = $2`,
      [tenants.demo, serials.southOkm],
    );
    await run(later(closing, 15));
    await outbox.work();
    const texts = new Map(outbox.messages.map((mail) => [mail.to.split('@')[0], mail.text]));
    expect(texts.get('manager')).toContain(`${north}: not in order`);
    expect(texts.get('manager')).not.toContain(south);
    expect(texts.get('admin')).toContain(`${south}: not in order`);
    expect([texts.has('homeless'), texts.has('nobody')]).toEqual([false, false]);
  });

  test('mails no backlog to a profile that is named later', async () => {
    await settings({ closingAlertTo: '', closingEscalateTo: '' });
    await takeKey();
    await run(later(closing, 15));
    await run(later(closing, 46));
    await settings({ closingAlertTo: 'manager', closingEscalateTo: 'admin' });
    await run(later(closing, 50));
    expect(await mails()).toEqual([]);
  });
});

describe('the page', () => {
  test('says that a location which never closes, or never opens, has no check', async () => {
    await setHours(north, 'UTC', daily('09:00'));
    await run(new Date());
    const { data } = await admin.call(custody.closing, { query: {} });
    expect(data.map(({ location: { name }, closes, next, last }) => [name, closes, next, last])).toEqual([
      [north, false, null, null],
      [south, false, null, null],
    ]);
  });

  test('keeps no check for longer than a month, even where no check is due any more', async () => {
    await setHours(north, 'UTC', daily('09:00'));
    await owner.query(
      `insert into closing_check (tenant_id, location_id, closed_at, checked_at, keys_out, locks_unsecured, okms_offline)
       values ($1, $2, now() - interval '32 days', now() - interval '32 days', 0, 0, 0)`,
      [tenants.demo, idOf(north)],
    );
    await run(new Date());
    expect(await checks()).toEqual([]);
  });

  test('uses the organization’s hours where a location has none, and says when the next check is', async () => {
    await owner.query('delete from location_hours');
    const now = new Date();
    const clock = (minutes: number) => later(now.toISOString(), minutes).toISOString().slice(11, 16);
    await settings({ opensAt: clock(-60), closesAt: clock(60) });
    const { data } = await admin.call(custody.closing, { query: {} });
    const next = Date.parse(data[0]?.next ?? '') - now.getTime();
    expect(next).toBeGreaterThan(73 * minuteMs);
    expect(next).toBeLessThanOrEqual(75 * minuteMs);
    // closed for half an hour: the check after the next opening hours, not the one that was due
    await settings({ opensAt: clock(60), closesAt: clock(-30) });
    const { data: afterClosing } = await admin.call(custody.closing, { query: {} });
    const after = Date.parse(afterClosing[0]?.next ?? '') - now.getTime();
    expect(after).toBeGreaterThan((24 * 60 - 17) * minuteMs);
    expect(after).toBeLessThanOrEqual((24 * 60 - 15) * minuteMs);
    await settings({ opensAt: '09:00', closesAt: '20:00' });
  });

  test('shows the locations visible to the caller, narrowed by the header’s filter', async () => {
    const names = async (who = admin, query = {}) =>
      (await who.call(custody.closing, { query })).data.map((one) => one.location.name);
    expect(await names()).toEqual([north, south]);
    expect(await names(admin, at(south))).toEqual([south]);
    expect(await names(manager)).toEqual([north]);
    expect(await names(clerk, at(south))).toEqual([]);
    expect(await names(homeless)).toEqual([]);
    expect(await nobody.refused(custody.closing)).toMatchObject({ status: 403 });
  });
});

test('the recipients are named in Settings > Organization', async () => {
  const set = (closingAlertTo: string) =>
    admin.request(organizations.update, { body: { settings: { closingAlertTo } } });
  expect((await set('clerk, manager')).status).toBe(200);
  expect((await set('x'.repeat(101))).status).toBe(400);
  expect((await set('x,'.repeat(500_000))).status).toBe(400);
});
