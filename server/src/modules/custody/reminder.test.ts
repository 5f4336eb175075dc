import { activity } from '@keyward/contract/activity';
import { custody } from '@keyward/contract/custody';
import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { locales } from '@keyward/contract/locales';
import { beforeEach, expect, test } from 'vitest';
import { openOutbox } from '#testing/outbox.ts';
import { north, south, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, manager, clerk, homeless } = portal.as;
const owner = portal.database.system;
const outbox = openOutbox(portal);
const { data: definitions } = await admin.call(groups.definitions, {});
const location = definitions.find((d) => d.is_location)?.id ?? '';

const profileOf = async (username: string) =>
  (
    await owner.query<{ id: string }>('select id from profile where tenant_id = $1 and username = $2', [
      tenants.demo,
      username,
    ])
  ).rows[0]?.id ?? '';
const holder = await profileOf('clerk');

let made = 0;
const newKey = async (locationName: string) =>
  (
    await admin.call(devices.create, {
      body: {
        name: `Key ${made}`,
        serial_number: `7E0000000003${String(++made).padStart(4, '0')}`,
        tags: [{ tagId: location, values: [locationName] }],
      },
    })
  ).data;
const take = (id: string, profileId: string, at = '2026-11-23T12:00:00Z') =>
  owner.query(
    `insert into key_custody (tenant_id, device_id, profile_id, checked_out_at) values ($1, $2, $3, $4)
     on conflict (tenant_id, device_id) do update set profile_id = excluded.profile_id, checked_out_at = excluded.checked_out_at`,
    [tenants.demo, id, profileId, at],
  );
async function keyOut(locationName = north, profileId = holder) {
  const key = await newKey(locationName);
  await take(key.id, profileId);
  return key;
}
const remind = (id: string, of = holder) => ({ params: { id }, body: { holder: of } });
const rowOf = async (id: string, who = manager) =>
  (await who.call(custody.board, { query: {} })).data.find((row) => row.id === id);
const events = async () => (await admin.call(activity.list, { query: { event: 'REMIND_KEY_HOLDER' } })).total_results;
const chosen = (name: string, value: string) =>
  owner.query(
    `insert into setting (tenant_id, profile_id, name, value) values ($1, $2, $3, to_jsonb($4::text))
     on conflict on constraint setting_unique do update set value = excluded.value`,
    [tenants.demo, holder, name, value],
  );

beforeEach(async () => {
  await owner.query('delete from key_custody');
  await owner.query('delete from setting where profile_id = $1', [holder]);
  // discard the mails of the test before
  await outbox.work();
  outbox.messages.length = 0;
});

test('mails the holder once, as one event, and the board says when and by whom', async () => {
  const key = await keyOut();
  expect(await rowOf(key.id)).toMatchObject({ reminded: null, obstacle: null });
  const before = await events();
  await manager.call(custody.remind, remind(key.id));
  expect(await events()).toBe(before + 1);
  const { data } = await admin.call(activity.list, { query: { event: 'REMIND_KEY_HOLDER' } });
  expect(data[0]).toMatchObject({
    entity_id: key.id,
    description: {
      agentName: 'Mona Manager',
      changes: [{ attribute: 'holder', oldValue: null, newValue: 'Carl Clerk' }],
    },
  });
  await outbox.work();
  expect(outbox.messages.map(({ to, subject }) => [to, subject])).toEqual([
    ['clerk@demo.example', `Please return the key ${key.name}`],
  ]);
  expect(outbox.messages[0]?.text).toContain('Mona Manager asks you to return this key');
  const row = await rowOf(key.id);
  expect(row).toMatchObject({ reminded: { by: 'Mona Manager' }, obstacle: 'justReminded' });
  expect(await admin.refused(custody.remind, remind(key.id))).toMatchObject({
    status: 409,
    code: 'holderJustReminded',
    params: { by: 'Mona Manager' },
  });
  expect(await events()).toBe(before + 1);
});

test('is possible again ten minutes later, and at once for another check-out or holder', async () => {
  const key = await keyOut();
  await admin.call(custody.remind, remind(key.id));
  await take(key.id, holder, '2026-11-23T13:00:00Z');
  expect(await rowOf(key.id)).toMatchObject({ reminded: null, obstacle: null });
  await admin.call(custody.remind, remind(key.id));
  await owner.query(`update key_reminder set sent_at = sent_at - interval '9 minutes 50 seconds'`);
  expect(await admin.refused(custody.remind, remind(key.id))).toMatchObject({ code: 'holderJustReminded' });
  await owner.query(`update key_reminder set sent_at = sent_at - interval '11 seconds'`);
  expect(await rowOf(key.id)).toMatchObject({ reminded: { by: 'Ada Admin' }, obstacle: null });
  await admin.call(custody.remind, remind(key.id));
  const other = await profileOf('manager');
  await take(key.id, other);
  await admin.call(custody.remind, remind(key.id, other));
});

test('is sent only once when two profiles send ten concurrently', async () => {
  const key = await keyOut();
  const before = await events();
  const calls = Array.from({ length: 10 }, (_, i) => (i % 2 ? admin : manager).request(custody.remind, remind(key.id)));
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([204, ...Array.from({ length: 9 }, () => 409)]);
  expect(await events()).toBe(before + 1);
  await outbox.work();
  expect(outbox.messages).toHaveLength(1);
});

test('is written in the language and zone of the holder, with the due time of the key', async () => {
  const key = await keyOut();
  await admin.call(devices.update, { params: { id: key.id }, body: { name: key.name, curfew: '8h' } });
  await chosen('Timezone', 'Asia/Kathmandu');
  for (const locale of locales) {
    await chosen('Locale', locale);
    await owner.query('delete from key_reminder');
    await admin.call(custody.remind, remind(key.id));
  }
  await outbox.work();
  const of = (locale: string, instant: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Kathmandu' }).format(
      Date.parse(instant),
    );
  expect(outbox.messages).toHaveLength(locales.length);
  for (const [i, locale] of locales.entries()) {
    const { text = '', html = '' } = outbox.messages[i] ?? {};
    for (const instant of ['2026-11-23T12:00:00Z', '2026-11-23T20:00:00Z'])
      expect(text).toContain(`${of(locale, instant)} (Asia/Kathmandu)`);
    expect(`${text}${html}`).not.toMatch(/\{\w+\}/);
  }
});

test('names of keys and people appear as plain text in the mail', async () => {
  const key = await keyOut();
  await admin.call(devices.update, { params: { id: key.id }, body: { name: '<b>K</b> {by}' } });
  await admin.call(custody.remind, remind(key.id));
  await outbox.work();
  const [mail] = outbox.messages;
  expect(mail?.subject).toBe('Please return the key <b>K</b> {by}');
  expect(mail?.html).toContain('&lt;b&gt;K&lt;/b&gt; {by}');
});

test('is refused without an address, for a key that is back, and for a profile that does not hold it', async () => {
  const key = await keyOut();
  const unknown = await admin.refused(custody.remind, remind(key.id, await profileOf('manager')));
  expect(unknown).toMatchObject({ status: 409, code: 'holderChanged' });
  await owner.query('update profile set email = null where id = $1', [holder]);
  expect(await rowOf(key.id)).toMatchObject({ obstacle: 'noEmail' });
  expect(await admin.refused(custody.remind, remind(key.id))).toMatchObject({ code: 'holderWithoutEmail' });
  await owner.query(`update profile set email = 'clerk@demo.example' where id = $1`, [holder]);
  await owner.query('delete from key_custody');
  expect(await admin.refused(custody.remind, remind(key.id))).toMatchObject({ code: 'holderChanged' });
});

test('needs the right to edit devices at the location, and a holder visible to the caller', async () => {
  const [key, elsewhere] = [await keyOut(), await keyOut(south)];
  expect(await clerk.refused(custody.remind, remind(key.id))).toMatchObject({ status: 403 });
  expect((await rowOf(key.id, clerk))?.obstacle).toBeNull();
  for (const who of [manager, homeless])
    expect(await who.refused(custody.remind, remind(elsewhere.id))).toMatchObject({ status: 404 });
  // a profile without a location
  const unseen = await profileOf('nobody');
  const theirs = await keyOut(north, unseen);
  expect(await rowOf(theirs.id)).toMatchObject({ holder: null, obstacle: 'hidden' });
  expect(await manager.refused(custody.remind, remind(theirs.id, unseen))).toMatchObject({ code: 'holderChanged' });
  expect(await rowOf(theirs.id, admin)).toMatchObject({ obstacle: null });
});

test('a call repeated with its Idempotency-Key sends no second mail', async () => {
  const key = await keyOut();
  const keyed = manager.with({ 'idempotency-key': 'the-same-reminder-0123' });
  const send = () => keyed.request(custody.remind, remind(key.id));
  expect([(await send()).status, (await send()).status]).toEqual([204, 204]);
  await outbox.work();
  expect(outbox.messages).toHaveLength(1);
});
