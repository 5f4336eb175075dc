import { activity } from '@keyward/contract/activity';
import { histories } from '@keyward/contract/device-history';
import { devices } from '@keyward/contract/devices';
import { gateway } from '@keyward/contract/gateway';
import { expect, test } from 'vitest';
import { oldHistory } from '#core/device-history/jobs.ts';
import { openOutbox } from '#testing/outbox.ts';
import { serials } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { issueToken } from '#testing/tokens.ts';
import { housekeeping } from './housekeeping.ts';

const portal = await openPortal();
const { admin } = portal.as;
const { context } = openOutbox(portal);
const { system } = portal.database;
const okm = (await admin.call(devices.list, { query: { serial_number: serials.northOkm } })).data[0]?.id ?? '';
const controller = portal.controller((await issueToken(admin, okm)).token);
const event = (await admin.call(activity.list, {})).data[0]?.id ?? '';

async function months(of: string) {
  const { rows } = await system.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::regclass and c.relname ~ '\\d$' order by 1`,
    [of],
  );
  return rows.map(({ name }) => name);
}
const isWaiting = async () =>
  (
    await system.query(
      `select from pg_stat_activity where application_name = 'keyward system' and wait_event_type = 'Lock'
         and datname = current_database()`,
    )
  ).rowCount === 1;

const partitionsAhead = housekeeping.filter(({ name }) => name === 'partitions-ahead');
test.each([
  ...partitionsAhead.map((job) => ({ job, of: 'event', used: 'event_default' })),
  { job: oldHistory, of: 'device_reading', used: 'device_reading_default' },
  { job: oldHistory, of: 'device_reading', used: 'device_reading' },
])(
  'while a backup reads $used, $job.name delays calls only for seconds, and completes once the backup ends',
  async (row) => {
    const { job, of, used } = row;
    const wanted = await months(of);
    if (used === of) await system.query(`select ensure_reading_partitions(now() - interval '16 months', 3)`);
    else await system.query(`drop table ${wanted.at(-1)}`);
    const before = await months(of);
    const backup = await system.connect();
    try {
      await backup.query(`begin; select from ${used}`);
      const running = job.run(undefined, context);
      await expect.poll(isWaiting).toBe(true);
      const report = { serial: serials.northOkm, reportedAt: new Date().toISOString(), state: { temperature: 20 } };
      const lastDay = { from: new Date(Date.now() - 86_400_000).toISOString(), to: report.reportedAt };
      const answers = await Promise.all([
        admin.request(activity.get, { params: { id: event } }),
        controller.request(gateway.reports, { body: { reports: [report] } }),
        admin.request(histories.device, { params: { id: okm }, query: lastDay }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await months(of)).toEqual(before);
      await backup.query('rollback');
      await running;
    } finally {
      backup.release(true);
    }
    expect((await months(of)).at(-1)).toBe(wanted.at(-1));
    if (used === of) expect((await months(of)).length).toBeLessThan(before.length);
  },
);
