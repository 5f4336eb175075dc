// A report that its owner changes while it is due.
import { type Reported, reports } from '@keyward/contract/reports';
import { afterEach, expect, test, vi } from 'vitest';
import { clock } from '#core/clock.ts';
import { openOutbox } from '#testing/outbox.ts';
import { openPortal } from '#testing/portal.ts';
import { scheduledReports } from './job.ts';

const portal = await openPortal();
const { manager } = portal.as;
const owner = portal.database.system;
const { context, messages, work } = openOutbox(portal);

const list: Reported = {
  what: 'list',
  resource: 'device',
  base: 'Overview',
  filter: {},
  search: '',
  sort: [],
  columns: ['name'],
};
const at8 = { every: 'day', time: '08:00', zone: 'UTC' } as const;
let now = new Date('2026-06-01T07:00:00Z');
const goTo = (instant: string) => (now = new Date(instant));
const run = () => scheduledReports.run(undefined, context);
const mails = async () => {
  await work();
  return messages.splice(0);
};
const own = async () => (await manager.call(reports.list)).data[0];
vi.spyOn(clock, 'now').mockImplementation(() => now);
afterEach(() => vi.restoreAllMocks());

test('a change of the name keeps a sending that is due or waits for a retry; a change of the time does not', async () => {
  const body = { name: 'My stock', schedule: at8, reported: list };
  const { id } = (await manager.call(reports.create, { body })).data;
  const params = { id };
  // corrupt content, as a defect could leave it
  await owner.query(`update report set content = content || '{"columns": null}' where id = $1`, [id]);
  goTo('2026-06-01T08:00:00Z');
  await run();
  await owner.query(`update report set content = content || '{"columns": [{"accessorKey": "name"}]}' where id = $1`, [
    id,
  ]);
  expect(await own()).toMatchObject({ next_at: '2026-06-01T08:10:00.000Z' });
  await manager.call(reports.update, { params, body: { name: 'Stock', schedule: at8, paused: false } });
  goTo('2026-06-01T08:10:00Z');
  await run();
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Northgate Retail: Stock']);
  goTo('2026-06-02T08:00:30Z');
  await manager.call(reports.update, { params, body: { name: 'My stock', schedule: at8, paused: false } });
  await run();
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Northgate Retail: My stock']);
  goTo('2026-06-03T08:00:30Z');
  const schedule = { ...at8, time: '07:00' };
  await manager.call(reports.update, { params, body: { name: 'My stock', schedule, paused: false } });
  await run();
  expect(await mails()).toEqual([]);
  expect(await own()).toMatchObject({ next_at: '2026-06-04T07:00:00.000Z' });
});
