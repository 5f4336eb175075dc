// The zone of a watch: the owner's choice in Settings, or else that of the times on screen where it was made, or else the
// organization's.
import type { EventType } from '@keyward/contract/activity';
import { groups } from '@keyward/contract/groups';
import { settings } from '@keyward/contract/settings';
import { type WatchInput, watches } from '@keyward/contract/watches';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clock } from '#core/clock.ts';
import { writeEvents } from '#core/events/events.ts';
import { inboxMails } from '#core/watches/held-back.ts';
import { watchesOfList } from '#core/watches/job.ts';
import { openOutbox } from '#testing/outbox.ts';
import { north, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, clerk } = portal.as;
const { context, messages, work } = openOutbox(portal);
const owner = portal.database.system;
await owner.query(`update profile set email = username || '@x.example' where tenant_id = $1`, [tenants.demo]);
const { data: definitions } = await admin.call(groups.definitions, {});
const locationId = definitions.find((d) => d.is_location)?.values.find(({ name }) => name === north)?.id ?? '';

const rows = { resource: 'event', base: 'Overview', filter: { event: 'LOCK_UNLOCK' }, search: '' } as const;
const spoken = { name: 'Mine', rule: { when: 'appears' }, delivery: 'digest', quiet: null } as const;
const make = async (more: Partial<WatchInput> = {}) =>
  (await clerk.call(watches.create, { body: { ...rows, ...spoken, ...more } })).data;
const happen = async (time = new Date(), event: EventType = 'LOCK_UNLOCK') => {
  await portal.inTenant('demo', (db) => writeEvents(db, [{ event, locations: [locationId], time }]));
  await watchesOfList.run({ tenantId: tenants.demo, resource: 'event' }, context);
};
const chooseZone = (value: string) =>
  clerk.call(settings.create, { body: { name: 'Timezone', category: 'UI', value } });
/** Times at which the entries are to be mailed. */
const mailTimes = async () => {
  const { rows: entries } = await owner.query<{ at: Date | null }>('select mail_at as at from inbox_entry order by id');
  return entries.map(({ at }) => at && new Date(at).toISOString());
};

let now = new Date();
const goTo = (instant: string) => (now = new Date(instant));
beforeEach(() => {
  goTo('2037-06-01T20:00:00Z');
  vi.spyOn(clock, 'now').mockImplementation(() => now);
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const table of ['watch', 'inbox_entry', 'watched_event']) await owner.query(`delete from ${table}`);
  await owner.query(`delete from setting where tenant_id = $1 and name = 'Timezone' and profile_id is not null`, [
    tenants.demo,
  ]);
  messages.length = 0;
});

describe('a digest comes at 08:00', () => {
  test('by the clock on screen, for a person who chose no zone', async () => {
    expect(await make({ zone: 'Asia/Tokyo' })).toMatchObject({ zone: 'Asia/Tokyo' });
    await happen();
    expect(await mailTimes()).toEqual(['2037-06-01T23:00:00.000Z']);
  });

  test('by the clock that the person has chosen since', async () => {
    await make({ zone: 'Asia/Tokyo' });
    await chooseZone('Europe/Paris');
    // another zone begins without a notice
    await happen();
    await happen();
    expect(await mailTimes()).toEqual(['2037-06-02T06:00:00.000Z']);
  });

  test('by the organization’s clock, for a watch without a zone', async () => {
    expect(await make()).toMatchObject({ zone: null });
    await happen();
    expect(await mailTimes()).toEqual(['2037-06-02T08:00:00.000Z']);
  });
});

test('a change without a zone keeps the former one, and a change with a zone sets it', async () => {
  const { id } = await make({ zone: 'Asia/Tokyo' });
  const change = async (more: object) =>
    (await clerk.call(watches.update, { params: { id }, body: { ...spoken, ...more } })).data.zone;
  expect(await change({})).toBe('Asia/Tokyo');
  expect(await change({ zone: 'America/Lima' })).toBe('America/Lima');
  expect((await clerk.call(watches.list)).data).toMatchObject([{ zone: 'America/Lima' }]);
});

test('quiet hours that begin while a mail is held back follow the clock on screen', async () => {
  await make({ zone: 'Asia/Tokyo', delivery: 'mail', quiet: { from: '07:00', to: '09:00' } });
  await make({ name: 'By UTC', delivery: 'mail', quiet: { from: '22:30', to: '23:30' } });
  // at 05:00 in Tokyo neither has quiet hours, but the limit of mails is reached
  await owner.query(
    `insert into inbox_entry (tenant_id, profile_id, source, thread, kind, details, path, mailed_at, mail_id)
     select p.tenant_id, p.id, 'n ' || n, 'n ' || n, 'watchCleared', '{"watch": "N"}', '/', now(), uuidv7()
     from profile p, generate_series(1, 50) n where p.tenant_id = $1 and p.username = 'clerk'`,
    [tenants.demo],
  );
  await happen();
  await owner.query(`update inbox_entry set mailed_at = now() - interval '2 hours' where mailed_at is not null`);
  // 07:30 in Tokyo, 22:30 in UTC
  goTo('2037-06-01T22:30:00Z');
  await inboxMails.run(undefined, context);
  await work();
  expect(messages).toEqual([]);
  expect((await mailTimes()).filter((at) => at !== null).toSorted()).toEqual([
    '2037-06-01T23:30:00.000Z',
    '2037-06-02T00:00:00.000Z',
  ]);
});

test('the present day is that of the clock on screen', async () => {
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  goTo(`${day}T20:00:00Z`);
  await happen(new Date(`${day}T12:00:00Z`), 'KEY_CHECKOUT');
  const filter = { event: 'KEY_CHECKOUT', event_time: 'gte:now/d' };
  const count = async (zone?: string) =>
    (
      await clerk.call(watches.preview, {
        body: { ...rows, filter, rule: { when: 'count', above: 0 }, ...(zone ? { zone } : {}) },
      })
    ).data.rows;
  expect(await count()).toBe(1);
  // where it is the next day
  expect(await count('Asia/Tokyo')).toBe(0);
  expect(await count('America/Lima')).toBe(1);
});

test('an unknown zone is refused', async () => {
  for (const zone of ['Nowhere/Else', '', 'utc', 'x'.repeat(1_000_000)]) {
    const body = { ...rows, ...spoken, zone };
    const { status } = await clerk.refused(watches.create, { body });
    expect([400, 413], zone.slice(0, 20)).toContain(status);
  }
  expect((await clerk.call(watches.list)).data).toEqual([]);
});
