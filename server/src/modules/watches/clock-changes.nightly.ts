// Watches over clock changes: periods of rows are elapsed time, quiet hours follow the owner's clock, and each notice is sent
// once, whatever the number of processes.
import { watches } from '@keyward/contract/watches';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clock } from '#core/clock.ts';
import { inboxMails } from '#core/watches/held-back.ts';
import { watchesByTime, watchesOfList } from '#core/watches/job.ts';
import { openOutbox } from '#testing/outbox.ts';
import { serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { clerk } = portal.as;
const { context, messages, work } = openOutbox(portal);
const owner = portal.database.system;
const tenant = tenants.demo;
await owner.query(`update profile set email = 'clerk@x.example' where tenant_id = $1 and username = 'clerk'`, [tenant]);

const setZone = (zone: string) =>
  owner.query(
    `with gone as (delete from setting where tenant_id = $1 and name = 'Timezone')
     insert into setting (tenant_id, profile_id, name, category, value)
     select tenant_id, id, 'Timezone', 'UI', to_jsonb($2::text) from profile where tenant_id = $1 and username = 'clerk'`,
    [tenant, zone],
  );
const setUnsecured = (isUnsecured: boolean) =>
  owner.query('update device set security_status = $3 where tenant_id = $1 and serial_number = $2', [
    tenant,
    serials.northPadlock,
    isUnsecured ? 'unsecured' : 'secured',
  ]);

/** Time on the application's clock; undefined for the real time, which sessions need. */
let fake: Date | undefined;
const real = Reflect.get(clock, 'now');
beforeEach(() => {
  vi.spyOn(clock, 'now').mockImplementation(() => fake ?? real());
});
afterEach(async () => {
  fake = undefined;
  vi.restoreAllMocks();
  for (const table of ['watch', 'inbox_entry', 'setting']) await owner.query(`delete from ${table}`);
  messages.length = 0;
});

/** Runs the jobs of two concurrent processes: those by time, and the one that a change of the list starts. */
async function judgeAt(instant: number): Promise<void> {
  fake = new Date(instant);
  await owner.query('update watch set next_at = now()');
  await Promise.all([
    watchesByTime.run(undefined, context),
    watchesOfList.run({ tenantId: tenant, resource: 'device' }, context),
    watchesByTime.run(undefined, context),
  ]);
  fake = undefined;
}
const entries = async () =>
  (
    await owner.query<{ kind: string; mail_at: Date }>('select kind, mail_at from inbox_entry order by created_at, id')
  ).rows.map(({ kind, mail_at: at }) => [kind, new Date(at).toISOString()]);

const minuteMs = 60_000;
// the clock change, and 05:00 of that day after it, both in UTC; zones at :30 and :45 among them. They are in the future, because
// the database's clock is real, and mails that are due by it would be sent at once
const changes = [
  ['Europe/London', '2036-03-30T01:00Z', '2036-03-30T04:00:00.000Z'],
  ['Europe/London', '2036-10-26T01:00Z', '2036-10-26T05:00:00.000Z'],
  ['America/New_York', '2036-03-09T07:00Z', '2036-03-09T09:00:00.000Z'],
  ['America/New_York', '2036-11-02T06:00Z', '2036-11-02T10:00:00.000Z'],
  ['Australia/Lord_Howe', '2036-04-05T15:00Z', '2036-04-05T18:30:00.000Z'],
  ['Australia/Lord_Howe', '2036-10-04T15:30Z', '2036-10-04T18:00:00.000Z'],
  ['Pacific/Chatham', '2036-04-05T14:00Z', '2036-04-05T16:15:00.000Z'],
  ['Pacific/Chatham', '2036-09-27T14:00Z', '2036-09-27T15:15:00.000Z'],
] as const;

test.each(changes)(
  'in %s, over the change at %s, two processes give one alert and one recovery, mailed once the quiet hours are over',
  async (zone, change, quietEnd) => {
    const at = (minutes: number) => judgeAt(Date.parse(change) + minutes * minuteMs);
    await setZone(zone);
    await setUnsecured(false);
    await clerk.call(watches.create, {
      body: {
        name: 'Open too long',
        resource: 'device',
        base: 'Overview',
        filter: { security_status: 'unsecured' },
        search: '',
        rule: { when: 'still', minutes: 30 },
        delivery: 'mail',
        quiet: { from: '00:00', to: '05:00' },
      },
    });
    await at(-16);
    await setUnsecured(true);
    for (const minutes of [-15, -14, -1, 0, 1, 14]) await at(minutes);
    expect(await entries()).toEqual([]);
    const alert = ['watchStill', quietEnd];
    await at(15);
    expect(await entries()).toEqual([alert]);
    // during an hour that the clock shows twice, too
    for (const minutes of [16, 30, 31, 45]) await at(minutes);
    expect(await entries()).toEqual([alert]);
    await setUnsecured(false);
    for (const minutes of [46, 47]) await at(minutes);
    expect(await entries()).toEqual([alert]);
    for (const minutes of [48, 49, 75, 105]) await at(minutes);
    expect(await entries()).toEqual([alert, ['watchCleared', quietEnd]]);

    const mailed = async () => {
      await Promise.all([inboxMails.run(undefined, context), inboxMails.run(undefined, context)]);
      await work();
      return messages.length;
    };
    // moves mails, so that those due at `instant` are due now
    const due = (instant: string) =>
      owner.query(`update inbox_entry set mail_at = now() + (mail_at - $1::timestamptz)`, [instant]);
    await due(new Date(Date.parse(quietEnd) - minuteMs).toISOString());
    expect(await mailed()).toBe(0);
    await owner.query(`update inbox_entry set mail_at = mail_at - interval '1 minute'`);
    fake = new Date(quietEnd);
    expect(await mailed()).toBe(1);
    expect(await mailed()).toBe(1);
    expect(messages[0]?.to).toBe('clerk@x.example');
  },
);
