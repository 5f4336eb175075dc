// A report of the dashboard without any shown card.
import { groups } from '@keyward/contract/groups';
import { inbox } from '@keyward/contract/inbox';
import { reports } from '@keyward/contract/reports';
import { afterEach, expect, test, vi } from 'vitest';
import { clock } from '#core/clock.ts';
import { openOutbox } from '#testing/outbox.ts';
import { north, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { scheduledReports } from './job.ts';

const portal = await openPortal();
const { admin } = portal.as;
const owner = portal.database.system;
const { context, messages, work } = openOutbox(portal);
const { data: definitions } = await admin.call(groups.definitions, {});
const location = definitions.find((d) => d.is_location);
const at8 = { every: 'day', time: '08:00', zone: 'UTC' } as const;

const goTo = (instant: string) => vi.spyOn(clock, 'now').mockImplementation(() => new Date(instant));
const run = () => scheduledReports.run(undefined, context);
const mails = async () => {
  await work();
  return messages.splice(0);
};
afterEach(() => {
  vi.restoreAllMocks();
});

test('a report of a dashboard without cards sleeps until there is one again, and cannot be added', async () => {
  const choose = (value: unknown) =>
    owner.query(
      `insert into setting (tenant_id, profile_id, name, value)
       select tenant_id, id, 'DashboardMetrics', $2 from profile where tenant_id = $1 and username = 'admin'`,
      [tenants.demo, JSON.stringify(value)],
    );
  const chooseAgain = () =>
    owner.query(`delete from setting where tenant_id = $1 and name = 'DashboardMetrics' and profile_id is not null`, [
      tenants.demo,
    ]);
  const reported = { what: 'dashboard', filter: { [`tags.${location?.id}`]: north } } as const;
  goTo('2026-06-01T07:00:00Z');
  await admin.call(reports.create, { body: { name: 'My stock', schedule: at8, reported } });
  await choose([]);
  for (const at of ['2026-06-01T08:00:00Z', '2026-06-02T08:00:00Z']) {
    goTo(at);
    await run();
  }
  expect((await admin.call(inbox.list, {})).data.map(({ kind }) => kind)).toEqual(['reportNoCards']);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.text).toContain('My stock: on hold, because none of your cards is shown on Insights');
  expect((await admin.call(reports.list)).data).toMatchObject([{ state: 'cards', reported }]);
  const body = { name: 'Another', schedule: at8, reported };
  expect(await admin.refused(reports.create, { body })).toMatchObject({ status: 422, code: 'reportNoCards' });
  await chooseAgain();
  goTo('2026-06-03T08:00:00Z');
  await run();
  expect((await admin.call(reports.list)).data).toMatchObject([{ state: 'awake' }]);
  expect((await mails())[0]?.text).toContain('Offline OKMs');
});
