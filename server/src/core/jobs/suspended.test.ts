// A suspension while jobs run: whenever it comes, the notices that they would have given are given after the resumption.
import { profiles } from '@keyward/contract/profiles';
import { reports } from '@keyward/contract/reports';
import { type WatchInput, watches } from '@keyward/contract/watches';
import { expect, test } from 'vitest';
import { writeEvents } from '#core/events/events.ts';
import { inboxMails } from '#core/watches/held-back.ts';
import { pinNotices } from '#core/pins/notices.ts';
import { scheduledReports } from '#modules/reports/job.ts';
import { watchesByTime, watchesOfList } from '#core/watches/job.ts';
import { closingChecks } from '#modules/custody/closing-job.ts';
import { invitationWarnings } from '#modules/invitations/warning-job.ts';
import { dailyValidity } from '#modules/profiles/validity-job.ts';
import { openOnePass } from '#testing/onepass.ts';
import { openOutbox } from '#testing/outbox.ts';
import { serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import type { JobContext } from './job.ts';

const portal = await openPortal();
const { admin, manager } = portal.as;
const { context } = openOutbox(portal);
const onepass = openOnePass(portal);
const owner = portal.database.system;
// the other tenant would begin transactions of its own
await owner.query('update tenant set suspended_at = now() where id = $1', [tenants.harbor]);

const suspend = (suspended: boolean) =>
  owner.query('update tenant set suspended_at = case when $2 then now() end where id = $1', [tenants.demo, suspended]);

/** A context that suspends the tenant before the n-th transaction, and the notices until then: null if there was none. */
function suspendedBefore(n: number) {
  let begun = 0;
  const seen: { said: string[] | null } = { said: null };
  const connect = async () => {
    if (++begun === n) {
      seen.said = await said();
      await suspend(true);
    }
    return owner.connect();
  };
  type Connected = Parameters<typeof owner.connect>[0];
  const system: typeof owner = Object.create(owner, {
    connect: { value: (then?: Connected) => (then ? owner.connect(then) : connect()) },
  });
  return { context: { ...context, database: { ...context.database, system } }, seen };
}

let made = 0;
const addDevice = () =>
  owner.query(
    `insert into device (tenant_id, name, serial_number, device_type_id, location_definition_id, location_value_id)
     select tenant_id, 'New', 'FFFF' || lpad($3, 12, '0'), device_type_id, location_definition_id, location_value_id
     from device where tenant_id = $1 and serial_number = $2`,
    [tenants.demo, serials.northPadlock, `${made++}`],
  );
const watch = (more: Partial<WatchInput>) =>
  admin.call(watches.create, {
    body: {
      name: 'Mine',
      resource: 'device',
      base: 'Overview',
      filter: { name: 'New' },
      search: '',
      rule: { when: 'count', above: 0 },
      delivery: 'mail',
      quiet: null,
      ...more,
    },
  });
const event = { resource: 'event', filter: { event: 'LOCK_UNLOCK' }, rule: { when: 'appears' } } as const;
const happen = () => portal.inTenant('demo', (db) => writeEvents(db, [{ event: 'LOCK_UNLOCK', locations: [] }]));
const watchesOf = (resource: string) => (given: JobContext) =>
  watchesOfList.run({ tenantId: tenants.demo, resource }, given);
const clockIn = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16);

type Case = { name: string; prepare: () => Promise<unknown>; run: (given: JobContext) => unknown; says: string[] };
const cases: Case[] = [
  {
    name: 'watches of a list',
    prepare: async () => {
      await watch({});
      await addDevice();
    },
    run: watchesOf('device'),
    says: ['inbox to admin@demo.example', 'watchCount for admin'],
  },
  {
    name: 'watches of events',
    prepare: async () => {
      await watch(event);
      await happen();
    },
    run: watchesOf('event'),
    says: ['inbox to admin@demo.example', 'watchRows for admin'],
  },
  {
    name: 'watches-by-time',
    prepare: async () => {
      await watch({});
      await watch({ ...event, delivery: 'inbox' });
      await addDevice();
      await happen();
      await owner.query('update watch set next_at = now()');
    },
    run: (given) => watchesByTime.run(undefined, given),
    says: ['inbox to admin@demo.example', 'watchCount for admin', 'watchRows for admin'],
  },
  {
    name: 'inbox-mails',
    prepare: async () => {
      await watch({ delivery: 'digest' });
      await addDevice();
      await watchesOf('device')(context);
      await owner.query('update inbox_entry set mail_at = now()');
    },
    run: (given) => inboxMails.run(undefined, given),
    says: ['inbox to admin@demo.example', 'watchCount for admin'],
  },
  {
    name: 'scheduled-reports',
    prepare: async () => {
      const reported = { what: 'list', resource: 'device', base: 'Overview', filter: {}, search: '' } as const;
      const body = {
        name: 'My stock',
        schedule: { every: 'day', time: '08:00', zone: 'UTC' } as const,
        reported: { ...reported, sort: [], columns: ['name'] },
      };
      await admin.call(reports.create, { body });
      await owner.query(`update report set next_at = now() - interval '1 minute'`);
    },
    run: (given) => scheduledReports.run(undefined, given),
    says: ['report to admin@demo.example'],
  },
  {
    name: 'closing-checks',
    prepare: async () => {
      const hours = {
        opensAt: clockIn(60),
        closesAt: clockIn(-30),
        closingDelayMinutes: 15,
        closingAlertTo: 'manager',
      };
      await owner.query('update tenant set config = config || $1::jsonb', [JSON.stringify(hours)]);
      await owner.query(
        `insert into key_custody (tenant_id, device_id, checked_out_at)
         select tenant_id, id, now() from device where tenant_id = $1 and serial_number = $2`,
        [tenants.demo, serials.northKey],
      );
    },
    run: (given) => closingChecks.run(undefined, given),
    says: ['closingAlert for manager', 'inbox to manager@demo.example'],
  },
  {
    name: 'invitation-warnings',
    prepare: async () => {
      const { id } = await onepass.invite(manager, { keys: [await onepass.key({ minutes: 4320, uses: 5 })] });
      await owner.query(`update secure_key set expires_at = now() + interval '23 hours' where invite_id = $1`, [id]);
      await owner.query('delete from mail');
    },
    run: (given) => invitationWarnings.run(undefined, given),
    says: ['invitationEnding to manager@demo.example'],
  },
  {
    name: 'pin-notices',
    prepare: () =>
      owner.query(
        `insert into pin_notice (tenant_id, profile_id, recipient, shown_to, created_at)
         select tenant_id, id, email, 'Ada', now() - interval '1 day' from profile
         where tenant_id = $1 and username = 'clerk'`,
        [tenants.demo],
      ),
    run: (given) => pinNotices.run(undefined, given),
    says: ['pinDigest to clerk@demo.example'],
  },
  {
    name: 'profile-validity',
    prepare: async () => {
      const valid_until = new Date(Date.now() + 3 * 86_400_000).toISOString();
      await admin.call(profiles.create, { body: { name: 'Ending', username: 'ending.one', valid_until } });
    },
    run: (given) => dailyValidity.run(undefined, given),
    says: ['accessEnding to admin@demo.example', 'accessEnding to editor@demo.example'],
  },
];

async function clear() {
  await suspend(false);
  const tables = ['watch', 'inbox_entry', 'watched_event', 'report', 'closing_check', 'key_custody', 'mail'];
  for (const table of [...tables, 'validity_notice', 'pin_notice']) await owner.query(`delete from ${table}`);
  await owner.query(`delete from device where name = 'New'`);
  await owner.query(`delete from profile where username = 'ending.one'`);
  await owner.query(`update tenant set config = config - 'closingAlertTo' - 'opensAt' - 'closesAt'`);
}
async function said(): Promise<string[]> {
  const { rows } = await owner.query<{ line: string }>(
    `select kind || ' to ' || recipient as line from mail
     union all
     select e.kind || ' for ' || p.username from inbox_entry e
       join profile p on p.tenant_id = e.tenant_id and p.id = e.profile_id`,
  );
  return rows.map(({ line }) => line).toSorted();
}

test.each(cases)('$name: waits out a suspension', async ({ prepare, run, says }) => {
  await clear();
  await prepare();
  await run(context);
  expect(await said()).toEqual(says);
  for (let n = 1, came = true; came; n++) {
    await clear();
    await prepare();
    const { context: suspending, seen } = suspendedBefore(n);
    await run(suspending);
    came = seen.said !== null;
    expect([n, await said()]).toEqual([n, seen.said ?? says]);
    await suspend(false);
    await run(context);
    expect([n, await said()]).toEqual([n, says]);
  }
});
