// Mails of closing checks that were held back are judged again before they are sent.
import { groups } from '@keyward/contract/groups';
import { inbox } from '@keyward/contract/inbox';
import { afterEach, expect, test } from 'vitest';
import { closingThread } from '#core/inbox/closing-threads.ts';
import { type Notice, tell } from '#core/inbox/tell.ts';
import { inboxMails } from '#core/watches/held-back.ts';
import { openOutbox } from '#testing/outbox.ts';
import { north, south, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, manager } = portal.as;
const { context, messages, work } = openOutbox(portal);
const owner = portal.database.system;
const { data: definitions } = await admin.call(groups.definitions, {});
const location = definitions.find((d) => d.is_location);
const idOf = (name: string) => location?.values.find((value) => value.name === name)?.id ?? '';
const { rows } = await owner.query<{ id: string }>(
  `select id from profile where tenant_id = $1 and username = 'manager'`,
  [tenants.demo],
);
const to = rows[0]?.id ?? '';

const thread = closingThread(idOf(north), '2026-11-23T20:00:00.000Z', 'closingAlert');
const alert: Notice = {
  to,
  source: thread,
  thread,
  kind: 'closingAlert',
  details: { location: north, keys: 1, locks: 0, okms: 0 },
  path: '/dashboard?details_view=closing',
  mailAt: new Date(Date.now() + 60_000),
};
const setLocation = (name: string) =>
  owner.query('update profile_tag set value_id = $3 where profile_id = $1 and tag_definition_id = $2', [
    to,
    location?.id,
    idOf(name),
  ]);
const say = (notice: Notice) => portal.inTenant('demo', (db) => tell(db, portal.vault, [notice]));
/** Stores the alert and makes its held-back mail due now. */
async function hold() {
  await say(alert);
  await owner.query('update inbox_entry set mail_at = now() where mail_at is not null');
}
const saysAlert = (text: string) => text.includes(`${north}: not in order`);
async function mailed() {
  await inboxMails.run(undefined, context);
  await work();
  return messages.splice(0).map(({ text }) => saysAlert(text));
}

afterEach(async () => {
  await setLocation(north);
  await owner.query('delete from inbox_entry');
  messages.length = 0;
});

test('an alert that was held back is mailed if the location is still visible to the profile', async () => {
  await hold();
  expect(await mailed()).toEqual([true]);
});

test('an alert of a location that is no longer visible to the profile stays in the inbox only', async () => {
  await hold();
  await setLocation(south);
  expect(await mailed()).toEqual([]);
  await setLocation(north);
  expect(await mailed()).toEqual([]);
  expect((await manager.call(inbox.list, {})).data.map(({ kind }) => kind)).toEqual(['closingAlert']);
});

test('an alert of such a location is not in the mail of another notice either', async () => {
  await hold();
  await setLocation(south);
  const details = { watch: 'Doors' };
  await say({ ...alert, source: 'other 1', thread: 'other', kind: 'watchCleared', details, mailAt: 'now' });
  await work();
  expect(messages.splice(0).map(({ text }) => [text.includes('Doors'), saysAlert(text)])).toEqual([[true, false]]);
  expect(await mailed()).toEqual([]);
});
