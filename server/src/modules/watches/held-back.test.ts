// Mails of watches that were held back are judged again before they are sent: rows that their owner may no longer see stay in the
// inbox.
import { auth } from '@keyward/contract/auth';
import { groups } from '@keyward/contract/groups';
import { inbox } from '@keyward/contract/inbox';
import { type WatchInput, watches } from '@keyward/contract/watches';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeEvents } from '#core/events/events.ts';
import { inboxMails } from '#core/watches/held-back.ts';
import { type Notice, tell } from '#core/inbox/tell.ts';
import { watchesOfList } from '#core/watches/job.ts';
import { openOutbox } from '#testing/outbox.ts';
import { north, south, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, manager } = portal.as;
const { context, messages, work } = openOutbox(portal);
const owner = portal.database.system;
await owner.query(`update profile set email = username || '@x.example' where tenant_id = $1`, [tenants.demo]);
const { data: definitions } = await admin.call(groups.definitions, {});
const location = definitions.find((d) => d.is_location);
const locationIdOf = (name: string) => location?.values.find((v) => v.name === name)?.id ?? '';

const mine: WatchInput = {
  name: 'Locks',
  resource: 'event',
  base: 'Overview',
  filter: { event: 'LOCK_UNLOCK' },
  search: '',
  rule: { when: 'appears' },
  delivery: 'digest',
  quiet: null,
};
const managersOwn = `tenant_id = $1 and profile_id = (select id from profile where tenant_id = $1 and username = 'manager')`;
const setLocation = (name: string) =>
  owner.query(`update profile_tag set value_id = $3 where ${managersOwn} and tag_definition_id = $2`, [
    tenants.demo,
    location?.id,
    locationIdOf(name),
  ]);
/** Makes the digest due, and returns the mails that are sent. */
async function mailed(): Promise<string[]> {
  await owner.query('update inbox_entry set mail_at = now() where mail_at is not null');
  await inboxMails.run(undefined, context);
  await work();
  return messages.splice(0).map(({ to, text }) => `${to} ${text.includes('Locks')}`);
}
const inboxKinds = async () => (await manager.call(inbox.list, {})).data.map(({ kind }) => kind);

beforeEach(async () => {
  await manager.call(watches.create, { body: mine });
  await portal.inTenant('demo', (db) => writeEvents(db, [{ event: 'LOCK_UNLOCK', locations: [locationIdOf(north)] }]));
  await watchesOfList.run({ tenantId: tenants.demo, resource: 'event' }, context);
  if ((await inboxKinds()).join() !== 'watchRows') throw new Error('The watch did not speak.');
});
afterEach(async () => {
  messages.length = 0;
  for (const table of ['watch', 'inbox_entry', 'watched_event']) await owner.query(`delete from ${table}`);
});

test('a digest is mailed once', async () => {
  expect(await mailed()).toEqual(['manager@x.example true']);
  expect(await mailed()).toEqual([]);
});

test('rows that are no longer visible to the owner are not mailed', async () => {
  await setLocation(south);
  expect(await mailed()).toEqual([]);
  await setLocation(north);
  expect(await mailed()).toEqual([]);
  expect(await inboxKinds()).toEqual(['watchRows']);
});

test('nor are such rows mailed with another notice', async () => {
  await setLocation(south);
  await owner.query('update inbox_entry set mail_at = now()');
  const { id } = (await manager.call(auth.me)).data;
  const notice: Notice = {
    to: id,
    source: 'other 1',
    thread: 'other',
    kind: 'watchCleared',
    details: { watch: 'Doors' },
    path: '/devices',
    mailAt: 'now',
  };
  await portal.inTenant('demo', (db) => tell(db, portal.vault, [notice]));
  await work();
  expect(messages.splice(0).map(({ text }) => [text.includes('Doors'), text.includes('Locks')])).toEqual([
    [true, false],
  ]);
  expect(await mailed()).toEqual([]);
  await setLocation(north);
});

test('without the right to the list, a notice that the watch sleeps replaces the digest', async () => {
  const { rows } = await owner.query<{ profile_id: string; role_id: string }>(
    `delete from profile_role where ${managersOwn} returning profile_id, role_id`,
    [tenants.demo],
  );
  expect(await mailed()).toEqual([]);
  for (const { profile_id: profile, role_id: role } of rows)
    await owner.query('insert into profile_role (tenant_id, profile_id, role_id) values ($1, $2, $3)', [
      tenants.demo,
      profile,
      role,
    ]);
  expect((await inboxKinds()).toSorted()).toEqual(['watchAsleep', 'watchRows']);
  const { rows: entries } = await owner.query('select kind from inbox_entry where mail_at is not null');
  expect(entries).toEqual([{ kind: 'watchAsleep' }]);
});
