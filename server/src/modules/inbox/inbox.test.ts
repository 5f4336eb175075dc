import { inbox } from '@keyward/contract/inbox';
import { settings } from '@keyward/contract/settings';
import { randomUUID } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { clock } from '#core/clock.ts';
import { oldEntries } from '#core/inbox/job.ts';
import { inboxMails } from '#core/watches/held-back.ts';
import { type Notice, tell } from '#core/inbox/tell.ts';
import { zoneOfProfile } from '#core/locations/zones.ts';
import { openOutbox } from '#testing/outbox.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, clerk, manager } = portal.as;
const { context, messages, work } = openOutbox(portal);
const owner = portal.database.system;
const idOf = async (username: string, tenant: keyof typeof tenants = 'demo') =>
  (
    await owner.query<{ id: string }>('select id from profile where tenant_id = $1 and username = $2', [
      tenants[tenant],
      username,
    ])
  ).rows[0]?.id ?? '';
const clerkId = await idOf('clerk');
const managerId = await idOf('manager');
await owner.query(`update profile set email = username || '@x.example' where tenant_id = $1`, [tenants.demo]);

const cleared = (details: Partial<Notice> = {}): Notice => {
  const source = randomUUID();
  return {
    to: clerkId,
    source,
    thread: source,
    kind: 'watchCleared',
    details: { watch: 'Locks' },
    path: '/devices',
    mailAt: null,
    ...details,
  };
};
const write = (...notices: Notice[]) => portal.inTenant('demo', (db) => tell(db, portal.vault, notices));
const entriesOf = async (caller = clerk) => (await caller.call(inbox.list, {})).data;
/** Sends the mails that are due and returns them. */
async function sent() {
  messages.length = 0;
  await work();
  return messages.splice(0);
}
const later = (minutes: number) =>
  owner.query(
    `update inbox_entry set mailed_at = mailed_at - make_interval(mins => $1), mail_at = mail_at - make_interval(mins => $1)`,
    [minutes],
  );
const sweep = () => inboxMails.run(undefined, context);
afterEach(async () => {
  vi.restoreAllMocks();
  await owner.query('delete from inbox_entry');
  await owner.query('update profile set disabled = false');
  await sent();
});

test('a notice is an entry of its profile only, with the latest first', async () => {
  await write(cleared(), cleared({ kind: 'watchRows', details: { watch: 'Keys', count: 3 } }));
  expect(await clerk.call(inbox.list, {})).toMatchObject({
    data: [
      { kind: 'watchRows', details: { watch: 'Keys', count: 3 }, path: '/devices', read: false },
      { kind: 'watchCleared', read: false },
    ],
    unread: 2,
  });
  expect(await entriesOf(manager)).toEqual([]);
});

test('a source becomes one entry, even when it is written concurrently', async () => {
  const notice = cleared({ mailAt: 'now' });
  const written = await Promise.all(Array.from({ length: 5 }, () => write(notice)));
  expect(written.reduce((sum, n) => sum + n)).toBe(1);
  expect(await entriesOf()).toHaveLength(1);
  expect(await sent()).toHaveLength(1);
  // an entry of another profile is independent
  expect(await write({ ...notice, to: managerId })).toBe(1);
});

test('a deleted profile, or one of another tenant, gets no entry', async () => {
  expect(await write(cleared({ to: randomUUID() }), cleared({ to: await idOf('admin', 'harbor') }))).toBe(0);
});

test('entries are read in pages, or only the unread ones', async () => {
  for (let i = 0; i < 35; i++) await write(cleared({ details: { watch: `n${i}` } }));
  const first = await clerk.call(inbox.list, {});
  const second = await clerk.call(inbox.list, { query: { cursor: first.next ?? '' } });
  const names = [...first.data, ...second.data].map(({ details }) => details['watch']);
  expect(names).toEqual(Array.from({ length: 35 }, (_, i) => `n${34 - i}`));
  expect([first.data.length, second.next]).toEqual([30, undefined]);
  await clerk.call(inbox.mark, { params: { id: first.data[0]?.id ?? '' }, body: { read: true } });
  expect((await clerk.call(inbox.list, { query: { unread: 'true' } })).data[0]?.details).toEqual({ watch: 'n33' });
  expect(await clerk.refused(inbox.list, { query: { cursor: 'x' } })).toMatchObject({ status: 400 });
});

test('entries are marked one by one, or all those that were shown', async () => {
  await write(cleared());
  const [entry] = await entriesOf();
  const params = { id: entry?.id ?? '' };
  const unread = async () => (await clerk.call(inbox.unread)).data.unread;
  await clerk.call(inbox.mark, { params, body: { read: true } });
  expect(await unread()).toBe(0);
  await clerk.call(inbox.mark, { params, body: { read: false } });
  expect(await unread()).toBe(1);
  await write(cleared());
  // the second entry came after the list was read
  await clerk.call(inbox.markAll, { body: { ids: [params.id] } });
  expect(await unread()).toBe(1);
  for (const other of [admin, manager]) {
    expect(await other.refused(inbox.mark, { params, body: { read: false } })).toMatchObject({ status: 404 });
  }
});

test('an entry that was written before the latest one and committed after the list was read stays unread', async () => {
  const [written, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const late = portal.inTenant('demo', async (db) => {
    await tell(db, portal.vault, [cleared({ details: { watch: 'Late' } })]);
    written.resolve();
    await go.promise;
  });
  await written.promise;
  await write(cleared());
  const shown = await entriesOf();
  expect(shown).toHaveLength(1);
  go.resolve();
  await late;
  await clerk.call(inbox.markAll, { body: { ids: shown.map(({ id }) => id) } });
  const { data, unread } = await clerk.call(inbox.list, { query: { unread: 'true' } });
  expect([data.map(({ details }) => details['watch']), unread]).toEqual([['Late'], 1]);
});

test('all entries are marked as read, including older ones not loaded, but none of another profile', async () => {
  for (let i = 0; i < 35; i++) await write(cleared(), cleared({ to: managerId }));
  const { data } = await clerk.call(inbox.list, {});
  await write(cleared({ details: { watch: 'New' } }));
  const theirs = (await entriesOf(manager)).map(({ id }) => id);
  const ids = [...data.map(({ id }) => id), ...theirs];
  await clerk.call(inbox.markAll, { body: { ids, until: data.at(-1)?.id } });
  const left = await clerk.call(inbox.list, { query: { unread: 'true' } });
  expect(left.data.map(({ details }) => details['watch'])).toEqual(['New']);
  expect((await manager.call(inbox.unread)).data.unread).toBe(35);
  // like the page of the previous release
  await clerk.call(inbox.markAll, { body: { until: left.data[0]?.id ?? '' } });
  expect((await clerk.call(inbox.unread)).data.unread).toBe(0);
  expect(
    await clerk.refused(inbox.markAll, { body: { ids: Array.from({ length: 501 }, () => randomUUID()) } }),
  ).toMatchObject({
    code: 'invalidField',
    constraint: 'ids',
  });
});

test('an entry that a later release wrote is neither shown nor counted', async () => {
  await write(cleared());
  await owner.query(`update inbox_entry set kind = 'ofLaterRelease'`);
  expect(await clerk.call(inbox.list, {})).toMatchObject({ data: [], unread: 0 });
  expect((await clerk.call(inbox.unread)).data.unread).toBe(0);
});

test('a mail is in the language and zone of its recipient, with a link to the page', async () => {
  const body = { name: 'Locale', category: 'UI', value: 'ja-JP' } as const;
  const { data: locale } = await clerk.call(settings.create, { body });
  await write(cleared({ kind: 'watchRows', details: { watch: '鍵', count: 1234 }, mailAt: 'now' }));
  const [mail] = await sent();
  expect(mail).toMatchObject({ to: 'clerk@x.example', subject: 'Northgate Retail：鍵：新しい行が 1,234 件あります' });
  expect(mail?.text).toMatch(/- 鍵：新しい行が 1,234 件あります\n {2}https?:\/\/[^\s]+\/devices/);
  expect(mail?.html).toMatch(/<a href="https?:\/\/[^"]+\/devices"/);
  await clerk.call(settings.update, { params: { id: locale.id ?? '' }, body: { value: 'en' } });
});

test('a thread is mailed once in five minutes; later notices follow as one mail', async () => {
  const thread = 'watch 1';
  await write(cleared({ thread, mailAt: 'now' }));
  expect(await sent()).toHaveLength(1);
  await write(cleared({ thread, mailAt: 'now' }), cleared({ thread, mailAt: 'now' }));
  await sweep();
  expect(await sent()).toEqual([]);
  // another thread is not held back
  await write(cleared({ mailAt: 'now' }));
  expect(await sent()).toHaveLength(1);
  await later(6);
  await Promise.all([sweep(), sweep()]);
  const mails = await sent();
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toContain('2 notices');
  await sweep();
  expect(await sent()).toEqual([]);
});

test('a mail that a limit delays into quiet hours waits for their end', async () => {
  const zone = await portal.inTenant('demo', (db) => zoneOfProfile(db, clerkId));
  const timeIn = (minutes: number) =>
    Temporal.Now.zonedDateTimeISO(zone).add({ minutes }).toPlainTime().toString({ smallestUnit: 'minute' });
  const passed = (minutes: number) => {
    vi.spyOn(clock, 'now').mockImplementation(() => new Date(Date.now() + minutes * 60_000));
    return later(minutes);
  };
  const notice = { thread: 'watch 1', mailAt: 'now', quiet: { from: timeIn(3), to: timeIn(63) } } as const;
  await write(cleared(notice));
  expect(await sent()).toHaveLength(1);
  await write(cleared(notice));
  await passed(6);
  await sweep();
  // another watch has no quiet hours
  await write(cleared({ mailAt: 'now' }));
  expect(await sent()).toHaveLength(1);
  await passed(64);
  await sweep();
  expect(await sent()).toHaveLength(1);
});

test('a person gets at most 50 mails an hour, and the rest as one', async () => {
  // mails of other threads, of the last hour
  await owner.query(
    `insert into inbox_entry (tenant_id, profile_id, source, thread, kind, path, mailed_at, mail_id)
     select $1, $2, 'mailed ' || n, 'mailed ' || n, 'watchCleared', '/devices', now() - interval '30 minutes', uuidv7()
     from generate_series(1, 49) n`,
    [tenants.demo, clerkId],
  );
  await write(cleared({ mailAt: 'now' }));
  expect(await sent()).toHaveLength(1);
  for (let i = 0; i < 3; i++) await write(cleared({ mailAt: 'now' }));
  await sweep();
  expect(await sent()).toEqual([]);
  await later(61);
  await sweep();
  const [mail, ...others] = await sent();
  expect(others).toEqual([]);
  expect(mail?.subject).toContain('3 notices');
});

test('a mail names 20 entries and counts the others', async () => {
  await write(...Array.from({ length: 25 }, () => cleared({ mailAt: 'now' })));
  const [mail] = await sent();
  expect(mail?.text.match(/^- Locks: back to normal$/gm)).toHaveLength(20);
  expect(mail?.text).toContain('- and 5 more');
});

test('a notice that is to be mailed later waits for its time', async () => {
  await write(cleared({ mailAt: new Date(Date.now() + 3_600_000) }));
  await sweep();
  expect(await sent()).toEqual([]);
  await later(61);
  await sweep();
  expect(await sent()).toHaveLength(1);
});

test('a profile that may not act gets no mail, and none of the backlog afterwards', async () => {
  await owner.query(`update profile set disabled = true where id = $1`, [clerkId]);
  await write(cleared({ mailAt: 'now' }));
  expect(await sent()).toEqual([]);
  await owner.query(`update profile set disabled = false where id = $1`, [clerkId]);
  await later(60);
  await sweep();
  expect(await sent()).toEqual([]);
  expect(await entriesOf()).toHaveLength(1);
});

test('a rolled back transaction leaves neither entry nor mail', async () => {
  const failed = portal.inTenant('demo', async (db) => {
    await tell(db, portal.vault, [cleared({ mailAt: 'now' })]);
    throw new Error('on purpose');
  });
  await expect(failed).rejects.toThrow('on purpose');
  expect(await entriesOf()).toEqual([]);
  expect(await sent()).toEqual([]);
});

test('old entries are deleted', async () => {
  await write(cleared(), cleared());
  const [latest] = await entriesOf();
  await owner.query(`update inbox_entry set created_at = now() - interval '91 days' where id <> $1`, [latest?.id]);
  await oldEntries.run(undefined, context);
  expect(await entriesOf()).toEqual([latest]);
});
