import { activity } from '@keyward/contract/activity';
import { metrics } from '@keyward/contract/dashboard';
import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { inbox } from '@keyward/contract/inbox';
import { type Reported, type ReportPlan, reports } from '@keyward/contract/reports';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clock } from '#core/clock.ts';
import { nightly } from '#testing/nightly.ts';
import { openOutbox } from '#testing/outbox.ts';
import { north, serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { scheduledReports } from './job.ts';

const portal = await openPortal();
const { admin, clerk, manager } = portal.as;
const owner = portal.database.system;
let refusals = 0;
const { context, messages, work, sweep } = openOutbox(portal, async (message) => {
  if (refusals-- > 0) throw Object.assign(new Error('busy'), { code: 'ECONNECTION' });
  messages.push(message);
});
await owner.query(`update profile set is_keyward_admin = true where username = 'admin'`);
const { data: definitions } = await admin.call(groups.definitions, {});
const location = definitions.find((d) => d.is_location);
const idOf = async (serial: string) =>
  (await admin.call(devices.list, { query: { serial_number: serial } })).data[0]?.id ?? '';

type OfList = Extract<Reported, { what: 'list' }>;
const list = (more: Partial<OfList> = {}): OfList => ({
  what: 'list',
  resource: 'device',
  base: 'Overview',
  filter: {},
  search: '',
  sort: [['name', 'DESC']],
  columns: ['name', 'device_type_name', 'locationTagValue'],
  ...more,
});
const at8: ReportPlan['schedule'] = { every: 'day', time: '08:00', zone: 'UTC' };
const make = async (reported: Reported = list(), schedule: ReportPlan['schedule'] = at8, caller = manager) =>
  (await caller.call(reports.create, { body: { name: 'My stock', schedule, reported } })).data;

let now = new Date('2026-06-01T07:00:00Z');
const goTo = (instant: string) => (now = new Date(instant));
/** Runs the job in two concurrent processes. */
const run = () => Promise.all([scheduledReports.run(undefined, context), scheduledReports.run(undefined, context)]);
const mails = async () => {
  await work();
  return messages.splice(0);
};
const settings = (changes: object) =>
  owner.query('update tenant set config = config || $2::jsonb where id = $1', [tenants.demo, JSON.stringify(changes)]);
const exportsOf = async (name: string) =>
  (await admin.call(activity.list, { query: { event: 'EXPORT_CSV' } })).data.filter(
    ({ description }) => description.agentName === name,
  ).length;
const said = async (caller = manager) => (await caller.call(inbox.list, {})).data.map(({ kind }) => kind);
const own = async () => (await manager.call(reports.list)).data[0];

beforeEach(async () => {
  goTo('2026-06-01T07:00:00Z');
  vi.spyOn(clock, 'now').mockImplementation(() => now);
  await settings({ mailedReportFiles: true, csvDownloadRecordsLimit: 100_000 });
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const table of ['report', 'inbox_entry', 'mail']) await owner.query(`delete from ${table}`);
  refusals = 0;
  messages.length = 0;
});

describe('a list', () => {
  test('is mailed once at its time by two processes, with the file of its owner’s rows, and recorded', async () => {
    const before = await exportsOf('Mona Manager');
    await make();
    goTo('2026-06-01T07:59:59Z');
    await run();
    expect(await mails()).toEqual([]);
    goTo('2026-06-01T08:00:00Z');
    await run();
    await run();
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: 'manager@demo.example', subject: 'Northgate Retail: My stock' });
    expect(mail?.text).toContain('Rows: 4. As of June 1, 2026 at 8:00 AM (UTC). The rows are in the attached file.');
    expect(mail?.text).toMatch(
      /- Open the list\n {2}https:\/\/localhost:8443\/devices\?custom_view=Overview&sort=name/,
    );
    expect(mail?.attachment?.name).toBe('devices-My-stock-2026-06-01.csv');
    const lines = Buffer.from(mail?.attachment?.content ?? [])
      .toString()
      .split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFFName,.*,Location$/);
    expect(lines.slice(1).map((line) => line.split(',').filter((_, i) => i !== 1))).toEqual([
      ['North padlock', north],
      ['North key', north],
      ['North drawer 2', north],
      ['North cabinet', north],
      [''],
    ]);
    expect(await exportsOf('Mona Manager')).toBe(before + 1);
    expect(await own()).toMatchObject({ next_at: '2026-06-02T08:00:00.000Z', state: 'awake' });
    expect((await owner.query('select from mail_attachment')).rowCount).toBe(0);
  });

  test('is written in the owner’s language and in the report’s zone, at the moment of sending', async () => {
    await make(
      list({ resource: 'event', filter: { event: 'MODIFY_DEVICE' }, sort: [], columns: ['event', 'event_time'] }),
      { ...at8, zone: 'Asia/Kathmandu' },
    );
    await manager.call(devices.update, {
      params: { id: await idOf(serials.northKey) },
      body: { name: 'Key of North' },
    });
    const { rows } = await owner.query<{ id: string }>(
      `insert into setting (tenant_id, profile_id, name, value) select tenant_id, id, 'Locale', '"fr"' from profile
       where tenant_id = $1 and username = 'manager' returning id`,
      [tenants.demo],
    );
    // later than its event, which is of the real present
    goTo('2099-01-01T00:00:00Z');
    await run();
    const [mail] = await mails();
    await owner.query('delete from setting where id = $1', [rows[0]?.id]);
    await manager.call(devices.update, { params: { id: await idOf(serials.northKey) }, body: { name: 'North key' } });
    expect(mail?.text).toContain('État au 1 janvier 2099 à 05:45 (Asia/Kathmandu)');
    expect(Buffer.from(mail?.attachment?.content ?? []).toString()).toContain('Appareil modifié');
  });

  test.each([
    [
      'the organization does not allow files',
      { mailedReportFiles: false },
      'Rows: 4. As of June 1, 2026 at 8:00 AM (UTC).\n',
    ],
    ['there are more rows than may be exported', { csvDownloadRecordsLimit: 3 }, 'The rows are too many for a mail.'],
  ])('is mailed as a link only, without an export, when %s', async (_, setting, words) => {
    const before = await exportsOf('Mona Manager');
    await settings(setting);
    await make();
    goTo('2026-06-01T08:00:00Z');
    await run();
    const [mail] = await mails();
    expect(mail?.attachment).toBeUndefined();
    expect(mail?.text).toContain(words);
    expect(mail?.text).toContain('https://localhost:8443/devices?custom_view=Overview');
    expect(await exportsOf('Mona Manager')).toBe(before);
  });

  test('is sent again when the mail server fails, as one mail', async () => {
    await make();
    goTo('2026-06-01T08:00:00Z');
    await run();
    refusals = 1;
    expect(await mails()).toEqual([]);
    expect((await owner.query('select from mail_attachment')).rowCount).toBe(1);
    await owner.query('update mail set next_attempt_at = now()');
    await sweep();
    await sweep();
    const sent = messages.splice(0);
    expect(sent.map(({ attachment }) => attachment?.content.length)).toEqual([expect.any(Number)]);
    expect((await owner.query('select from mail_attachment')).rowCount).toBe(0);
  });

  test('without the right at that moment sleeps, says so once, and resumes by itself', async () => {
    await make();
    const { rows } = await owner.query<{ profile_id: string; role_id: string }>(
      `delete from profile_role where tenant_id = $1 and profile_id = (select id from profile where tenant_id = $1 and username = 'manager')
       returning profile_id, role_id`,
      [tenants.demo],
    );
    goTo('2026-06-01T08:00:00Z');
    await run();
    goTo('2026-06-02T08:00:00Z');
    await run();
    for (const { profile_id: profile, role_id: role } of rows) {
      await owner.query('insert into profile_role (tenant_id, profile_id, role_id) values ($1, $2, $3)', [
        tenants.demo,
        profile,
        role,
      ]);
    }
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'Northgate Retail: My stock: on hold, because you may no longer read or export its list',
    ]);
    expect(await said()).toEqual(['reportAsleep']);
    expect(await own()).toMatchObject({ state: 'right' });
    goTo('2026-06-03T08:00:00Z');
    await run();
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Northgate Retail: My stock']);
    expect(await own()).toMatchObject({ state: 'awake' });
  });

  test('of a disabled owner, or of one without an address, is not sent', async () => {
    await make();
    const set = (columns: string) =>
      owner.query(`update profile set ${columns} where tenant_id = $1 and username = 'manager'`, [tenants.demo]);
    await set('disabled = true');
    goTo('2026-06-01T08:00:00Z');
    await run();
    await set('disabled = false, email = null');
    goTo('2026-06-02T08:00:00Z');
    await run();
    await set(`email = 'manager@demo.example'`);
    expect(await mails()).toEqual([]);
    expect((await said()).toSorted()).toEqual(['reportAsleep', 'reportNoAddress']);
  });

  test('needs the right to export it', async () => {
    const body = { name: 'Mine', schedule: at8, reported: list() };
    expect(await clerk.refused(reports.create, { body })).toMatchObject({ status: 403 });
  });

  test('that could not be made is retried after ten minutes, and sent once', async () => {
    const { id } = await make();
    // corrupt content, as a defect could leave it
    await owner.query(`update report set content = content || '{"columns": null}' where id = $1`, [id]);
    goTo('2026-06-01T08:00:00Z');
    await run();
    expect(await mails()).toEqual([]);
    await owner.query(`update report set content = content || '{"columns": [{"accessorKey": "name"}]}' where id = $1`, [
      id,
    ]);
    goTo('2026-06-01T08:10:00Z');
    await run();
    await run();
    expect(await mails()).toHaveLength(1);
    expect(await own()).toMatchObject({ next_at: '2026-06-02T08:00:00.000Z' });
  });
});

test('the dashboard is mailed as a table of its cards, each with a link and the figure that the card shows', async () => {
  const filter = { [`tags.${location?.id}`]: north };
  await owner.query(`update device set state_updated_at = '2026-06-01T07:00:00Z' where tenant_id = $1`, [tenants.demo]);
  await make({ what: 'dashboard', filter }, at8, admin);
  goTo('2026-06-01T08:00:00Z');
  await run();
  const [mail] = await mails();
  const { data } = await admin.call(metrics.summary, { params: { report: 'OkmsOffline' }, query: filter });
  expect(data.count).toBe(1);
  expect(mail?.text).toContain(`Offline OKMs (No report for more than 15 minutes): ${data.count}\n`);
  expect(mail?.text).toContain('https://localhost:8443/devices?custom_view=OKMs%20Offline&filter.tags.');
  expect(mail?.html).toMatch(/<th scope="row"[^>]*><a href="[^"]*OKMs%20Offline[^"]*"[^>]*>Offline OKMs/);
  expect(mail?.attachment).toBeUndefined();
});

const overChanges: [zone: string, time: string, from: string, times: string[]][] = [
  ['Europe/Paris', '02:30', '2026-03-28T12:00:00Z', ['2026-03-29T01:30:00.000Z', '2026-03-30T00:30:00.000Z']],
  ['America/New_York', '01:30', '2026-10-31T12:00:00Z', ['2026-11-01T05:30:00.000Z', '2026-11-02T06:30:00.000Z']],
  ['Australia/Lord_Howe', '02:15', '2026-10-03T12:00:00Z', ['2026-10-03T15:45:00.000Z', '2026-10-04T15:15:00.000Z']],
  ['Africa/Casablanca', '02:30', '2026-02-14T12:00:00Z', ['2026-02-15T01:30:00.000Z', '2026-02-16T02:30:00.000Z']],
];
/** Runs in the nightly tests only. */
test.each(nightly ? overChanges : [])(
  'in %s at %s two processes send one report a day over a clock change',
  async (zone, time, from, times) => {
    goTo(from);
    await make(list(), { every: 'day', time, zone });
    const sent: string[] = [];
    const hours = Array.from({ length: 45 }, (_, hour) => Date.parse(from) + hour * 3_600_000);
    const around = times.flatMap((at) => [-60_000, 0, 60_000].map((ms) => Date.parse(at) + ms));
    for (const at of [...hours, ...around].toSorted((a, b) => a - b)) {
      goTo(new Date(at).toISOString());
      await run();
      for (const _ of await mails()) sent.push(now.toISOString());
    }
    expect(sent).toEqual(times);
  },
);

test('a report that came due several times while no process ran is sent once; a pause or a deletion skips what was due', async () => {
  const { id, version } = await make();
  goTo('2026-06-04T09:00:00Z');
  await run();
  expect(await mails()).toHaveLength(1);
  const params = { id };
  const plan = { name: 'My stock', schedule: at8 };
  expect(await admin.refused(reports.update, { params, body: { ...plan, paused: true } })).toMatchObject({
    status: 404,
  });
  await manager.call(reports.update, { params, body: { ...plan, paused: true }, ifMatch: version });
  expect(
    await manager.refused(reports.update, { params, body: { ...plan, paused: true }, ifMatch: version }),
  ).toMatchObject({
    status: 412,
  });
  goTo('2026-06-05T09:00:00Z');
  await run();
  await manager.call(reports.update, { params, body: { ...plan, paused: false } });
  await run();
  await manager.call(reports.remove, { params });
  expect((await manager.call(reports.list)).data).toEqual([]);
  goTo('2026-06-06T09:00:00Z');
  await run();
  await manager.call(reports.restore, { params });
  await run();
  expect(await mails()).toEqual([]);
  goTo('2026-06-07T08:00:00Z');
  await run();
  expect(await mails()).toHaveLength(1);
});

test('owners list only their own reports; an administrator sees them all; a person has at most 20', async () => {
  const mine = await make();
  expect((await admin.call(reports.all)).data).toMatchObject([{ id: mine.id, owner: { name: 'Mona Manager' } }]);
  expect((await admin.call(reports.list)).data).toEqual([]);
  for (let i = 1; i < 20; i++) await make();
  const body = { name: 'One more', schedule: at8, reported: list() };
  expect(await manager.refused(reports.create, { body })).toMatchObject({ status: 409, code: 'reportLimit' });
});
