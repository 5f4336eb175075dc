import type { EventChange } from '@keyward/contract/activity';
import { confirm } from '@keyward/contract/confirm';
import { pins } from '@keyward/contract/pins';
import { profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { settings } from '@keyward/contract/settings';
import { views } from '@keyward/contract/views';
import { beforeEach, expect, test } from 'vitest';
import { demoPassword } from '#core/auth/demo.ts';
import { pinNotices } from '#core/pins/notices.ts';
import { openOutbox } from '#testing/outbox.ts';
import { tenants } from '#testing/people.ts';
import { type Caller, openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, editor, clerk } = portal.as;
const owner = portal.database.system;
const outbox = openOutbox(portal);

const confirmed = (who: Caller) => who.call(confirm.password, { body: { act: 'exportPins', password: demoPassword } });
const reason = 'Moving to the new cabinets';
const exported = (who: Caller, filterData: Record<string, string> = {}) =>
  who.request(pins.export, { body: { reason, filterData } });
/** The lines of a file: name, profile ID, e-mail, PIN. */
const linesOf = (text: string) =>
  text
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell));
type StoredEvent = { id: string; body: string };
const events = async () =>
  (
    await owner.query<StoredEvent>(
      `select id, body from event where tenant_id = $1 and event = 'EXPORT_PINS' order by received_at`,
      [tenants.demo],
    )
  ).rows;
beforeEach(() => owner.query('delete from confirmation where tenant_id = $1', [tenants.demo]));

test('needs the permission, a confirmation and a reason', async () => {
  expect(await clerk.refused(pins.export, { body: { reason } })).toMatchObject({ status: 403, code: 'forbidden' });
  expect(await editor.refused(pins.export, { body: { reason } })).toMatchObject({ status: 403, code: 'forbidden' });
  expect(await admin.refused(pins.export, { body: { reason } })).toMatchObject({ status: 403, code: 'confirmAgain' });
  await confirmed(admin);
  expect(await admin.refused(pins.export, { body: { reason: ' ' } })).toMatchObject({ status: 400 });
  expect(await events()).toEqual([]);
});

test('exports the PINs of the rows that a query finds, as one event that names the reason', async () => {
  await admin.call(profiles.create, { body: { name: '=1+1', username: 'export.one', email: 'one@demo.example' } });
  await admin.call(profiles.create, { body: { name: 'Two', username: 'export.two' } });
  await confirmed(admin);
  const answer = await exported(admin, { username: 'like:export.*' });
  expect(answer).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="profiles-with-pins.csv"',
    },
  });
  const [head, ...rows] = linesOf(answer.text);
  expect(head).toEqual(['name', 'profile id', 'email address', 'pin']);
  expect(rows.map((row) => row.slice(0, 3))).toEqual([
    ["''=1+1", 'export.one', 'one@demo.example'],
    ['Two', 'export.two', ''],
  ]);
  const { data: people } = await admin.call(profiles.list, { query: { username: 'like:export.*' } });
  for (const { id, username } of people) {
    const { data: pin } = await admin.call(pins.show, { params: { id } });
    expect(rows.find((row) => row[1] === username)?.[3]).toBe(pin);
    expect((await admin.call(pins.events, { params: { id } })).data.map(({ event }) => event)).toEqual([
      'REVEAL_PIN',
      'EXPORT_PINS',
    ]);
  }
  const [event, ...more] = await events();
  expect(more).toEqual([]);
  expect(JSON.parse(event?.body ?? '')).toMatchObject({
    address: '127.0.0.1',
    description: {
      agentName: 'Ada Admin',
      changes: expect.arrayContaining([
        { attribute: 'reason', oldValue: null, newValue: reason },
        { attribute: 'records', oldValue: null, newValue: '2' },
      ]),
    },
  });
  for (const [, , , pin = 'none'] of rows) expect(event?.body).not.toContain(pin);
});

test('records the list and its view as a download without PINs does', async () => {
  const said = async (custom_view?: string) => {
    await confirmed(admin);
    await exported(admin, { username: 'export.one', ...(custom_view ? { custom_view } : {}) });
    const { description } = JSON.parse((await events()).at(-1)?.body ?? '');
    const values = new Map(description.changes.map((one: EventChange) => [one.attribute, one.newValue]));
    return { name: description.entityName, resource: values.get('resource'), view: values.get('view') };
  };
  const { data: view } = await admin.call(views.create, {
    body: {
      resource: 'user',
      base: 'Overview',
      name: 'Cabinet 3',
      description: '',
      filter: {},
      search: '',
      sort: [['name', 'ASC']],
      columns: [{ accessorKey: 'name' }],
      sharing: { with: 'nobody' },
    },
  });
  expect(await said()).toEqual({ name: 'user: Overview', resource: 'user', view: 'Overview' });
  expect(await said(view.value)).toEqual({ name: 'user: Cabinet 3', resource: 'user', view: view.value });
});

test('leaves out the PINs of people with more rights', async () => {
  const { data: role } = await admin.call(roles.create, {
    body: {
      name: 'PIN exporter',
      permissions: [
        { id: 'USERS', value: 'READ' },
        { id: 'CAN-EXPORT-CSV-USERS', value: 'TRUE' },
        { id: 'CAN-EXPORT-PIN', value: 'TRUE' },
        { id: 'ALL-DATA-ACCESS', value: 'TRUE' },
      ],
    },
  });
  const body = { name: 'Exporter', username: 'exporter', roles: [role.id] };
  const { id } = (await admin.call(profiles.create, { body })).data;
  const exporter = await portal.signIn(id);
  await owner.query(
    `insert into confirmation (tenant_id, session_id, act, expires_at)
     select tenant_id, id, 'exportPins', now() + interval '5 minutes' from session where tenant_id = $1 and profile_id = $2`,
    [tenants.demo, id],
  );
  const rows = linesOf((await exported(exporter)).text);
  const pinOf = (username: string) => rows.find((row) => row[1] === username)?.[3];
  expect(pinOf('exporter')).toMatch(/^\d+$/);
  expect(pinOf('nobody')).toMatch(/^\d+$/);
  expect(pinOf('admin')).toBe('');
  expect(pinOf('clerk')).toBe('');
});

test('obeys the limit of downloads', async () => {
  await owner.query(`update tenant set config = config || '{"csvDownloadRecordsLimit": 2}' where id = $1`, [
    tenants.demo,
  ]);
  await confirmed(admin);
  const before = await events();
  expect(await admin.refused(pins.export, { body: { reason } })).toMatchObject({
    code: 'csvDownloadRecordsLimitExceeded',
  });
  expect(await events()).toEqual(before);
  await owner.query(`update tenant set config = config - 'csvDownloadRecordsLimit' where id = $1`, [tenants.demo]);
});

test('mails at most 200 people an hour at once, and each of the rest the next day in one mail, unless the tenant is suspended', async () => {
  await owner.query(
    `insert into profile (tenant_id, name, username, email, created_at)
     select $1, 'Many', 'many.' || n, 'many.' || n || '@demo.example', now() - interval '2 days' from generate_series(1, 250) n`,
    [tenants.demo],
  );
  await owner.query('delete from pin_notice_count where tenant_id = $1', [tenants.demo]);
  await owner.query('delete from mail where tenant_id = $1', [tenants.demo]);
  await confirmed(admin);
  expect((await exported(admin, { username: 'like:many.*' })).status).toBe(200);
  expect((await exported(admin, { username: 'like:many.*' })).status).toBe(200);
  const kinds = async () =>
    (
      await owner.query<{ kind: string; n: number }>(
        `select kind, count(*)::int as n from mail where tenant_id = $1 group by kind order by kind`,
        [tenants.demo],
      )
    ).rows;
  expect(await kinds()).toEqual([{ kind: 'pinExported', n: 200 }]);
  await digest();
  expect(await kinds()).toEqual([{ kind: 'pinExported', n: 200 }]);
  await owner.query(`update pin_notice set created_at = created_at - interval '1 day' where tenant_id = $1`, [
    tenants.demo,
  ]);
  const suspend = (suspended: boolean) =>
    owner.query('update tenant set suspended_at = case when $2 then now() end where id = $1', [
      tenants.demo,
      suspended,
    ]);
  await owner.query(
    `insert into former_email (tenant_id, profile_id, email, replaced_at)
     select tenant_id, id, 'former@demo.example', now() - interval '2 days' from profile where username = 'many.1'`,
  );
  await suspend(true);
  await digest();
  await suspend(false);
  // former addresses are stored for a day, even if the tenant is suspended
  expect((await owner.query(`select from former_email where email = 'former@demo.example'`)).rowCount).toBe(0);
  expect(await kinds()).toEqual([{ kind: 'pinExported', n: 200 }]);
  await digest();
  expect(await kinds()).toEqual([
    { kind: 'pinDigest', n: 250 },
    { kind: 'pinExported', n: 200 },
  ]);
});

test('the daily mail lists those who saw the PIN in the style of its language', async () => {
  const body = { name: 'Locale', category: 'UI', value: 'ja-JP' } as const;
  const { data: locale } = await clerk.call(settings.create, { body });
  await owner.query(
    `insert into pin_notice (tenant_id, profile_id, recipient, shown_to, created_at)
     select tenant_id, id, 'clerk@demo.example', by, now() - interval '1 day'
     from profile, unnest(array['青木 一', '井上 二']) as by where tenant_id = $1 and username = 'clerk'`,
    [tenants.demo],
  );
  await digest();
  const { rows } = await owner.query<{ by: string }>(
    `select params->>'by' as by from mail where tenant_id = $1 and kind = 'pinDigest' and recipient = 'clerk@demo.example'`,
    [tenants.demo],
  );
  expect(rows.map(({ by }) => by.split('、').toSorted())).toEqual([['井上 二', '青木 一']]);
  await owner.query('delete from setting where id = $1', [locale.id]);
});
const digest = () => pinNotices.run(undefined, outbox.context);
