import { afterEach, expect, test } from 'vitest';
import { createPool } from '#db/pool.ts';
import { inTenant, rows } from '#db/tenant.ts';
import { sealedColumns } from '#modules.ts';
import { APP_ROLE } from '#db/role.ts';
import { north, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { tenantTables } from '#testing/state.ts';
import { onTeardown } from '#testing/teardown.ts';

const portal = await openPortal();
const { app, system } = portal.database;
const query = async <R extends object>(text: string, values: unknown[] = []) =>
  (await system.query<R>(text, values)).rows;
const sqlState = (error: unknown) => (error as { code?: string }).code;
/** The SQLSTATE that `work` fails with. */
const refused = (work: Promise<unknown>) => work.then(() => 'done', sqlState);

/** The tenant of a host is looked up before the tenant is known. */
const open = ['tenant_host'];
const tables = (await tenantTables(portal.database)).filter((table) => !open.includes(table));

afterEach(async () => {
  const { rows: left } = await app.query<{ tenant: string | null }>(
    `select current_setting('app.tenant_id', true) as tenant`,
  );
  if (left[0]?.tenant) throw new Error('a transaction left its tenant behind');
});

test('every table except tenants and their hosts belongs to a tenant', async () => {
  const all = await query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`);
  const others = all.map((t) => t.name).filter((name) => !tables.includes(name) && !open.includes(name));
  expect(new Set(others.filter((name) => name !== 'schema_migration'))).toEqual(new Set(['tenant']));
});

test('row-level security is forced on every tenant table, by one policy for reading and writing', async () => {
  const found = await query<{ name: string; forced: boolean; policies: number; using: string; check: string }>(
    `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
       count(p.*)::int as policies, min(p.qual) as using, min(p.with_check) as check
     from pg_class c left join pg_policies p on p.tablename = c.relname and p.cmd = 'ALL' and p.permissive = 'PERMISSIVE'
     where c.relname = any($1) and c.relkind in ('r', 'p') group by 1, 2`,
    [tables],
  );
  const rule = `(tenant_id = (current_setting('app.tenant_id'::text))::uuid)`;
  const wanted = tables.map((name) => ({ name, forced: true, policies: 1, using: rule, check: rule }));
  expect(new Map(found.map((t) => [t.name, t]))).toEqual(new Map(wanted.map((t) => [t.name, t])));
});

test('tenant_id comes first in every primary key and unique constraint, and in both ends of every foreign key', async () => {
  const found = await query<{ name: string; kind: string; own: string; other: string | null; table: string }>(
    `select k.conname as name, k.contype as kind, c.relname as table, a.attname as own, b.attname as other
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     left join pg_attribute b on b.attrelid = k.confrelid and b.attnum = k.confkey[1]
     where c.relname = any($1) and k.contype in ('p', 'u', 'f')`,
    [tables],
  );
  expect(found.filter((k) => k.kind === 'p').length).toBe(tables.length);
  const wrong = found.filter((k) => {
    if (k.own !== 'tenant_id') return true;
    // the table of tenants is referenced by its id
    return k.kind === 'f' && k.other !== 'tenant_id' && k.other !== 'id';
  });
  expect(wrong).toEqual([]);
  const unique = await query<{ name: string; first: string }>(
    `select i.relname as name, a.attname as first from pg_index x join pg_class i on i.oid = x.indexrelid
     join pg_class c on c.oid = x.indrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0]
     where c.relname = any($1) and x.indisunique`,
    [tables],
  );
  expect(unique.filter((i) => i.first !== 'tenant_id')).toEqual([]);
});

test('the server’s role owns nothing and cannot bypass row-level security', async () => {
  const [role] = await query(
    `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
       (select count(*)::int from pg_class where relowner = r.oid) as tables,
       (select count(*)::int from pg_proc where proowner = r.oid) as functions,
       (select count(*)::int from pg_auth_members where member = r.oid) as memberships
     from pg_roles r where rolname = $1`,
    [APP_ROLE],
  );
  expect(role).toEqual({
    rolsuper: false,
    rolbypassrls: false,
    rolcreaterole: false,
    rolcreatedb: false,
    rolreplication: false,
    tables: 0,
    functions: 0,
    memberships: 0,
  });
  const { rows: who } = await app.query<{ user: string }>('select current_user as user');
  expect(who[0]?.user).toBe(APP_ROLE);
  for (const step of [
    'set role keyward',
    'set session authorization keyward',
    'alter table device disable row level security',
  ])
    expect(await refused(app.query(step)), step).toBe('42501');
  await app.query('set row_security = off');
  expect(await refused(inTenant(app, tenants.demo, (db) => rows(db, 'select from device', [])))).toBe('42501');
  await app.query('reset row_security');
});

test('the server can neither change nor delete events, nor truncate a table, nor change tenants', async () => {
  const as = (text: string) => refused(inTenant(app, tenants.demo, (db) => rows(db, text, [])));
  for (const table of [
    'event',
    'event_party',
    'event_party_count',
    'location_set',
    'former_location',
    'event_default',
  ]) {
    expect(await as(`update ${table} set tenant_id = tenant_id`), table).toBe('42501');
    expect(await as(`delete from ${table}`), table).toBe('42501');
  }
  for (const table of [...tables, 'tenant', 'tenant_host']) expect(await as(`truncate ${table}`), table).toBe('42501');
  for (const text of [
    `update tenant set name = 'x'`,
    'delete from tenant_host',
    `insert into tenant (slug, name) values ('x', 'x')`,
  ])
    expect(await as(text), text).toBe('42501');
  // a partition, queried directly, would not have the parent's policy
  expect(await as('select from event_default')).toBe('42501');
});

test('without a tenant, queries fail instead of returning everything', async () => {
  const fresh = createPool(portal.database.appUrl, { max: 1 });
  onTeardown(() => fresh.end());
  // held: the pool closes a connection whose query fails
  const client = await fresh.connect();
  for (const table of tables) expect(await refused(client.query(`select from ${table}`)), table).toBe('42704');
  client.release();
  await inTenant(fresh, tenants.demo, (db) => rows(db, 'select from device', []));
  // the same connection has the setting, but empty
  const reused = await fresh.connect();
  for (const table of tables) expect(await refused(reused.query(`select from ${table}`)), table).toBe('22P02');
  reused.release();
  expect(await refused(inTenant(app, 'harbor', async () => 0))).toBeUndefined();
  expect(await refused(inTenant(app, `${tenants.demo}'; select 1; --`, async () => 0))).toBeUndefined();
});

test('a row cannot be inserted into, moved to, or reference another tenant', async () => {
  const as = (text: string, values: unknown[]) => refused(inTenant(app, tenants.demo, (db) => rows(db, text, values)));
  const insert = 'insert into tag_definition (tenant_id, label, category, type, position) values ($1, $2, $2, 0, 9)';
  expect(await as(insert, [tenants.harbor, 'Foreign'])).toBe('42501');
  expect(await as('update device set tenant_id = $1', [tenants.harbor])).toBe('42501');
  const [value] = await query<{ id: string; tag_definition_id: string }>(
    'select id, tag_definition_id from tag_value where tenant_id = $1 and name = $2',
    [tenants.harbor, north],
  );
  const pointing = 'update device set location_definition_id = $1, location_value_id = $2';
  expect(await as(pointing, [value?.tag_definition_id, value?.id])).toBe('23503');
  const roles = 'select id from role where tenant_id = $1';
  const foreign = await query(roles, [tenants.harbor]);
  await inTenant(app, tenants.demo, (db) =>
    db
      .insertInto('role')
      .columns(['name'])
      .expression((eb) => eb.selectFrom('device_type').select('name'))
      .execute(),
  );
  expect(await query(roles, [tenants.harbor])).toEqual(foreign);
});

test('a failed transaction returns its connection without its tenant', async () => {
  const boom = new Error('boom');
  for (let i = 0; i < 20; i++) {
    const work = inTenant(app, tenants.harbor, async (db) => {
      await rows(db, 'select from device', []);
      if (i % 2) await rows(db, 'select 1/0', []);
      throw boom;
    });
    await expect(work).rejects.toThrow();
  }
  expect(await refused(app.query('select from device'))).toMatch(/^(42704|22P02)$/);
  const seen = await inTenant(app, tenants.demo, (db) =>
    rows<{ tenant_id: string }>(db, 'select tenant_id from device', []),
  );
  expect(new Set(seen.map((d) => d.tenant_id))).toEqual(new Set([tenants.demo]));
});

test('swallowing a database error does not count as success', async () => {
  const swallowed = inTenant(app, tenants.demo, async (db) => {
    await rows(db, "update tag_definition set category = 'changed' where tenant_id = $1", [db.tenantId]);
    await rows(db, 'select 1/0', []).catch(() => {});
    return 'done';
  });
  await expect(swallowed).rejects.toThrow('rolled back');
  expect(await query(`select from tag_definition where category = 'changed'`)).toEqual([]);
});

/** Columns without secrets; the file of a mail holds rows that their own tables store unsealed. */
const inTheOpenToo = ['passkey.public_key', 'pin_salt.salt', 'organization.logo', 'mail_attachment.content'];
test('every column of bytes holds a hash, a salt, a public key, or values that a module registers as sealed', async () => {
  const found = await query<{ name: string }>(
    `select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relname = any($1) and c.relkind in ('r', 'p') and a.atttypid = 'bytea'::regtype and not a.attisdropped`,
    [tables],
  );
  const inTheOpen = (name: string) => name.endsWith('_hash') || inTheOpenToo.includes(name);
  expect(new Set(found.map(({ name }) => name).filter((name) => !inTheOpen(name)))).toEqual(
    new Set(sealedColumns.map(({ table, column }) => `${table}.${column}`)),
  );
});

test('a sealed value is identified by the primary key of its table', async () => {
  for (const { table, key } of sealedColumns) {
    const found = await query<{ name: string }>(
      `select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
       where i.indrelid = $1::regclass and i.indisprimary`,
      [table],
    );
    expect(new Set(found.map(({ name }) => name)), table).toEqual(new Set(['tenant_id', ...key]));
  }
});
