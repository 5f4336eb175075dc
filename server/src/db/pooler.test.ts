// Behaviour behind a pooler in transaction mode. Without a real one (`npm run test:nightly` has it), the database
// itself stands in and receives the same statements.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { devices } from '@keyward/contract/devices';
import { buildApp } from '#app.ts';
import { openDatabase } from '#db/connect.ts';
import { inTenant, outsideTenants, rows } from '#db/tenant.ts';
import { tenants } from '#testing/people.ts';
import { poolerFor } from '#testing/pooler-access.ts';
import { openPortal } from '#testing/portal.ts';
import { requestLimits } from './pool.ts';

const portal = await openPortal();
const { system, url } = portal.database;
const { pooler, name, poolerUrl, open } = poolerFor(portal);

// settings of the database that differ from ours
await system.query(`alter database ${name} set timezone to 'Asia/Tokyo'`);
await system.query(`alter database ${name} set jit to on`);
await system.query(`alter database ${name} set statement_timeout to '1h'`);

const settings = `select current_setting('TimeZone') as zone, current_setting('jit') as jit,
  current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle,
  coalesce(current_setting('app.tenant_id', true), '') as tenant`;
const ours = { zone: 'UTC', jit: 'off', statement: '5s', idle: '10s' };
/** Connections that PgBouncer opened earlier keep their settings; it tracks the time zone per client. */
const theirs = pooler
  ? { zone: expect.any(String), jit: 'on', statement: expect.stringMatching(/^(0|1h)$/), idle: '0', tenant: '' }
  : { zone: 'Asia/Tokyo', jit: 'on', statement: '1h', idle: '0', tenant: '' };

test('zone, limits and tenant apply within each transaction only', async () => {
  const pool = open(6);
  const tenantIds = [tenants.demo, tenants.harbor, tenants.demo, tenants.harbor, tenants.demo, tenants.harbor];
  for (let round = 0; round < 20; round++) {
    const inside = await Promise.all(tenantIds.map((id) => inTenant(pool, id, (db) => rows(db, settings, []))));
    expect(inside).toEqual(tenantIds.map((tenant) => [{ ...ours, tenant }]));
    expect(await outsideTenants(pool, settings)).toEqual([{ ...ours, tenant: '' }]);
    const outside = await Promise.all(tenantIds.map(() => pool.query(settings)));
    for (const each of outside) expect(each.rows).toEqual([theirs]);
  }
  await pool.end();
});

test('times are read in UTC, whatever the database’s zone', async () => {
  const pool = open(1);
  const [row] = await inTenant(pool, tenants.demo, (db) =>
    rows(db, `select '2026-01-02 03:04:05.678901+01'::timestamptz as t`, []),
  );
  expect(row).toEqual({ t: '2026-01-02T02:04:05.678Z' });
  await pool.end();
});

test('a long statement and an idle transaction are cancelled; the next request is served', async () => {
  const pool = open(1, { ...requestLimits, statement_timeout: 100, idle_in_transaction_session_timeout: 100 });
  const sleeps = inTenant(pool, tenants.demo, (db) => rows(db, 'select pg_sleep(20)', []));
  await expect(sleeps).rejects.toMatchObject({ code: '57014' });
  await expect(outsideTenants(pool, 'select pg_sleep(20)')).rejects.toMatchObject({ code: '57014' });
  const waits = inTenant(pool, tenants.demo, async (db) => {
    await rows(db, 'select 1', []);
    await sleep(1_000);
    return rows(db, 'select 2', []);
  });
  await expect(waits).rejects.toThrow(/idle|terminat|not queryable/i);
  expect(await outsideTenants(pool, 'select 1 as one')).toEqual([{ one: 1 }]);
  await pool.end();
});

test('no statement is named or stays with a connection', async () => {
  const pool = open(1);
  const statements: unknown[] = [];
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => (statements.push(args[0]), query(...args))) as typeof client.query;
  });
  const app = await buildApp({ pool, demo: false, checkReplies: true });
  const admin = portal.as.admin.on(app);
  await admin.call(devices.list, {});
  await admin.call(devices.list, { query: { search: 'cabinet' } });
  expect((await admin.raw('GET', '/readyz')).status).toBe(200);
  expect(statements.filter((what) => typeof what === 'object').length).toBeGreaterThan(4);
  expect(statements.filter((what) => typeof what === 'object' && what !== null && 'name' in what)).toEqual([]);
  expect((await pool.query('select name from pg_prepared_statements')).rows).toEqual([]);
  await app.close();
  await pool.end();
});

test('the server starts through the pooler; a pooler of another database is refused', async () => {
  const config = { dataDir: '', databaseUrl: url, unsafeFast: true };
  const opened = await openDatabase({ ...config, poolerUrl });
  expect(await outsideTenants(opened.app, 'select current_user as me')).toEqual([{ me: 'keyward_app' }]);
  await opened.close();
  const another = poolerUrl.replace(`/${name}`, '/postgres');
  await expect(openDatabase({ ...config, poolerUrl: another })).rejects.toThrow(
    'DATABASE_POOLER_URL and DATABASE_URL point to different databases',
  );
  const nowhere = 'postgres://127.0.0.1:1/none';
  await expect(openDatabase({ ...config, poolerUrl: nowhere })).rejects.toThrow(
    'The pooler at 127.0.0.1:1 of DATABASE_POOLER_URL does not connect keyward_app to none',
  );
});
