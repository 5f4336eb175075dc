import { devices } from '@keyward/contract/devices';
import { gateway } from '@keyward/contract/gateway';
import { expect, test } from 'vitest';
import { openOutbox } from '#testing/outbox.ts';
import { serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { issueToken } from '#testing/tokens.ts';
import { oldConnections, oldHistory } from './jobs.ts';

const portal = await openPortal();
const { admin } = portal.as;
const { context } = openOutbox(portal);
const owner = portal.database.system;
const idOf = async (serial: string) =>
  (await admin.call(devices.list, { query: { serial_number: serial } })).data[0]?.id ?? '';
const readings = async (id: string) =>
  (
    await owner.query<{ months: number }>(
      `select round(extract(epoch from now() - hour) / 2629800)::int as months from device_reading
     where device_id = $1 order by hour`,
      [id],
    )
  ).rows.map(({ months }) => months);

test('history is kept for 13 months: earlier months of readings and connections that ended before are deleted', async () => {
  const okm = await idOf(serials.northOkm);
  // a month with a partition of its own, and one without
  await owner.query(`select ensure_reading_partitions(now() - interval '16 months', 3)`);
  for (const months of [30, 15, 11, 1]) {
    await owner.query(
      `insert into device_reading (tenant_id, device_id, field, hour, seen_at, value)
       select $1, $2, 'temperature', date_trunc('hour', now() - make_interval(months => $3)), now(), 20`,
      [tenants.demo, okm, months],
    );
    await owner.query(
      `insert into controller_connection (tenant_id, device_id, since, until)
       select $1, $2, now() - make_interval(months => $3, days => 2), now() - make_interval(months => $3)`,
      [tenants.demo, okm, months],
    );
  }
  // a connection that began long ago and has not ended
  await owner.query(
    `insert into controller_connection (tenant_id, device_id, since, until) values ($1, $2, now() - interval '40 months', 'infinity')`,
    [tenants.demo, await idOf(serials.southOkm)],
  );
  expect(await readings(okm)).toEqual([30, 15, 11, 1]);
  for (const job of [oldHistory, oldConnections, oldHistory, oldConnections]) await job.run(undefined, context);
  expect(await readings(okm)).toEqual([11, 1]);
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int as n from controller_connection where tenant_id = $1 group by device_id order by 1`,
    [tenants.demo],
  );
  expect(rows.map(({ n }) => n)).toEqual([1, 2]);
});

test('old months of readings are dropped even if the connections of a tenant cannot be deleted', async () => {
  await owner.query(`select ensure_reading_partitions(now() - interval '16 months', 1)`);
  const months = async () =>
    (await owner.query(`select from pg_inherits where inhparent = 'device_reading'::regclass`)).rowCount;
  const before = (await months()) ?? 0;
  await owner.query(
    `create function refuse_deletion() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
     create trigger broken before delete on controller_connection execute function refuse_deletion()`,
  );
  for (const job of [oldConnections, oldHistory]) await job.run(undefined, context).catch(() => {});
  await owner.query('drop trigger broken on controller_connection');
  expect(await months()).toBeLessThan(before);
});

test('the history of a device is deleted with it', async () => {
  const id = await idOf(serials.southOkm);
  const data = await issueToken(admin, id);
  const controller = portal.controller(data.token);
  const report = (hours: number) => ({
    serial: serials.southOkm,
    reportedAt: new Date(Date.now() - hours * 3_600_000).toISOString(),
    state: { temperature: 20 },
  });
  await controller.call(gateway.reports, { body: { reports: [report(5), report(3)] } });
  expect(await readings(id)).toHaveLength(1);
  await admin.call(devices.remove, { params: { id } });
  expect(await readings(id)).toEqual([]);
  const left = await owner.query('select from controller_connection where device_id = $1', [id]);
  expect(left.rowCount).toBe(0);
});
