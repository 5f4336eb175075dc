import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#testing/folder.ts';
import { type Database, openDatabase, openPools } from './connect.ts';
import { ensureGrants } from './grants.ts';
import { createPool, requestLimits } from './pool.ts';

let database: Database;
beforeAll(async () => {
  const name = `t_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client(inject('adminUrl'));
  await admin.connect();
  await admin.query(`create database ${name} template keyward_template`);
  await admin.end();
  database = openPools(inject('adminUrl').replace('/postgres?', `/${name}?`), 1);
});
afterAll(() => database.close());

test('a database that may lose commits is refused', async () => {
  await expect(openDatabase({ dataDir: '', databaseUrl: database.url })).rejects.toThrow(/fsync = off/);
});

test.each([
  ['postgres://keyward:wrong@', /rejects the user or the password/],
  ['postgres://keyward@', /has no password/],
  ['postgres://keyward:100%@', /write it as %25/],
  ['mysql://keyward:wrong@', /is not of the form/],
])('a wrong address is explained: %s', async (start, words) => {
  const databaseUrl = database.url.replace(/^.*@/, start);
  await expect(openDatabase({ dataDir: '', databaseUrl })).rejects.toThrow(words);
});

test('an unreachable database is explained', async () => {
  const databaseUrl = 'postgres://keyward:secret@127.0.0.1:1/keyward';
  await expect(openDatabase({ dataDir: '', databaseUrl })).rejects.toThrow('No response from 127.0.0.1:1');
});

test('concurrent starts succeed', async () => {
  const config = { dataDir: '', databaseUrl: database.url, unsafeFast: true };
  const opened = await Promise.all([openDatabase(config), openDatabase(config), openDatabase(config)]);
  for (const each of opened) {
    expect((await each.app.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await each.close();
  }
});

test('the embedded database is stopped although a connection is in use', async () => {
  const dataDir = temporaryFolder();
  const opened = await openDatabase({ dataDir, unsafeFast: true });
  const client = await opened.system.connect();
  await client.query('begin; create table unfinished (n int)');
  const closing = opened.close();
  onTestFinished(async () => {
    client.release(true);
    await closing;
    fs.rmSync(dataDir, { recursive: true, force: true });
  });
  await closing;
  expect(fs.existsSync(path.join(dataDir, 'pg18/postmaster.pid'))).toBe(false);
});

test('a start restores the role’s lost privileges, and grants no others', async () => {
  const rights = async () =>
    (
      await database.system.query<{ what: string; rights: string[] }>(
        `select what, array_agg(a.privilege_type order by a.privilege_type) as rights from (
           select relname::text as what, relacl as acl from pg_class where relnamespace = 'public'::regnamespace
           union all select oid::regprocedure::text, proacl from pg_proc where pronamespace = 'public'::regnamespace
         ) o, aclexplode(o.acl) a
         where a.grantee = 'keyward_app'::regrole group by 1 order by 1`,
      )
    ).rows;
  const before = await rights();
  expect(before.length).toBeGreaterThan(20);
  await database.system.query('drop owned by keyward_app');
  expect(await rights()).toEqual([]);
  await (await openDatabase({ dataDir: '', databaseUrl: database.url, unsafeFast: true })).close();
  expect(await rights()).toEqual(before);
});

test('privileges that the owner may not grant are named, and the start ends', async () => {
  const { system } = database;
  const role = `o_${randomBytes(6).toString('hex')}`;
  await system.query(`create role ${role}; alter table device owner to ${role}; revoke all on device from keyward_app`);
  await system.query(
    `create role ${role}_start login password 'secret' createrole; grant all on schema public to ${role}_start`,
  );
  const owner = new pg.Client(database.url.replace(/keyward:[^@]*@/, `${role}_start:secret@`));
  await owner.connect();
  await expect(ensureGrants(owner)).rejects.toThrow(/cannot grant[^]*grant .* on table device to keyward_app/);
  await owner.end();
  await system.query(
    `alter table device owner to current_user; drop owned by ${role}_start; drop role ${role}_start, ${role}`,
  );
  await system.query('grant all on device to keyward_app');
});

test('requests run as a role that owns nothing', async () => {
  const { rows } = await database.app.query('select current_user as me, current_setting($1) as zone', ['timezone']);
  expect(rows).toEqual([{ me: 'keyward_app', zone: 'UTC' }]);
});

test('without a tenant a query fails instead of returning everything or nothing', async () => {
  await expect(database.app.query('select * from profile')).rejects.toThrow(/app.tenant_id|uuid/);
});

test('values are parsed into the form that rows need', async () => {
  const { rows } = await database.app.query(
    "select 5::int8 as n, '2026-01-02 03:04:05.678901+01'::timestamptz as t, '2026-01-02'::date as d, '{\"a\":1}'::jsonb as j, '-infinity'::timestamptz as never",
  );
  expect(rows[0]).toEqual({ n: 5, t: '2026-01-02T02:04:05.678Z', d: '2026-01-02', j: { a: 1 }, never: '-infinity' });
});

test('arrays of uuids are parsed as the driver parses them', async () => {
  const [a, b] = ['0192aaaa-0000-7000-8000-000000000001', '0192aaaa-0000-7000-8000-00000000000f'];
  const arrays = [`{}`, `{${a}}`, `{${a},${b}}`, `{${a},null}`, `{{${a}},{${b}}}`, `[2:3]={${a},${b}}`];
  const values = arrays.map((_, i) => `$${i + 1}::uuid[] as a${i}`).join();
  const { rows } = await database.app.query(`select ${values}`, arrays);
  const expected = [[], [a], [a, b], [a, null], [[a], [b]], [a, b]];
  expect(Object.values(rows[0] as object)).toEqual(expected);
});

test('an exhausted pool fails within about a second', async () => {
  const client = await database.app.connect();
  await expect(database.app.query('select 1')).rejects.toThrow(/timeout/);
  client.release();
});

test('a long statement is cancelled and its connection stays usable', async () => {
  const pool = createPool(database.appUrl, { max: 1, limits: { ...requestLimits, statement_timeout: 100 } });
  await expect(pool.query('select pg_sleep(2)')).rejects.toMatchObject({ code: '57014' });
  await expect(pool.query('select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] });
  await pool.end();
});

test('a connection whose query timed out in the client is never used again', async () => {
  const pool = createPool(database.appUrl, { max: 1, limits: { ...requestLimits, query_timeout: 100 } });
  const client = await pool.connect();
  const silent = client.query('select pg_sleep(2)');
  const behind = client.query('select 1');
  await expect(silent).rejects.toThrow('Query read timeout');
  await expect(behind).rejects.toThrow('Query read timeout');
  client.release();
  await expect(pool.query('select 2 as two')).resolves.toMatchObject({ rows: [{ two: 2 }] });
  await pool.end();
});
