import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { contentId } from '#core/events/events.ts';
import { tenantIdOf } from '#seed/tenant.ts';
import { ensureGrants } from './grants.ts';
import { migrate } from './migrate.ts';
import { replacedMigrations, replacingMigrations } from './replaced.ts';
import { StartError } from './start-error.ts';

const folder = path.join(import.meta.dirname, '../../migrations');
const files = fs
  .readdirSync(folder)
  .toSorted()
  .map((file) => file.replace('.sql', ''));
const protectTenant = '0001_protect_tenant';
const clients: pg.Client[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
});

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  clients.push(client);
  await client.connect();
  return client;
}

/** A new database: empty, or with the schema and the profiles of the tests. */
async function openNew(template = 'template1') {
  const name = `t_${randomBytes(6).toString('hex')}`;
  const admin = await connect(inject('adminUrl'));
  await admin.query(`create database ${name} template ${template}`);
  const url = inject('adminUrl').replace('/postgres?', `/${name}?`);
  return { url, db: await connect(url) };
}

const sqlOf = (name: string) => fs.readFileSync(path.join(folder, `${name}.sql`), 'utf8');

/** The state left by the replaced files: the tables of the files that replace them, and a host. */
async function openReplaced(names: string[]) {
  const { url, db } = await openNew();
  // the files that replace others use the function of the first, which came with them
  for (const name of [protectTenant, ...replacingMigrations]) await db.query(sqlOf(name));
  await db.query(
    `drop function protect_tenant;
     create table schema_migration (name text primary key, hash text not null, applied_at timestamptz default now());
     insert into tenant (id, slug, name) values (gen_random_uuid(), 'old', 'Old shop');
     insert into tenant_host (tenant_id, host) select id, 'old.example' from tenant`,
  );
  await db.query(`insert into schema_migration (name, hash) select name, 'of then' from unnest($1::text[]) as name`, [
    names,
  ]);
  return { url, db };
}

const applied = async (db: pg.Client) =>
  (await db.query<{ name: string }>('select name from schema_migration order by name')).rows.map(({ name }) => name);

test('concurrent starts apply every file to an empty database once', async () => {
  const { url, db } = await openNew();
  const done = await Promise.all([migrate(url), migrate(url)]);
  expect(done.toSorted((a, b) => a.length - b.length)).toEqual([[], files]);
  expect(await applied(db)).toEqual(files);
});

test('an owner who is not a superuser, as README.md describes, applies every file', async () => {
  const { url, db } = await openNew();
  const owner = `owner_${randomBytes(6).toString('hex')}`;
  const { rows } = await db.query<{ name: string }>('select current_database() as name');
  await db.query(
    `create role ${owner} login createrole password 'of-this-test-alone';
     alter database ${rows[0]?.name} owner to ${owner};
     grant keyward_app to ${owner} with admin option`, // which the tests of other databases have made
  );
  const ownerUrl = url.replace(/\/\/[^@]*@/, `//${owner}:of-this-test-alone@`);
  expect(await migrate(ownerUrl)).toEqual(files);
  expect((await db.query(`select from pg_class where relname = 'watch' and relforcerowsecurity`)).rowCount).toBe(1);
});

test('a database with the migration that 0049_watched_view replaces starts, with its rows', async () => {
  const { url, db } = await openNew();
  await migrate(url);
  await db.query(
    `update schema_migration set name = '0049_watched_views', hash = 'of then' where name = '0049_watched_view'`,
  );
  expect(await migrate(url)).toEqual(['0049_watched_view']);
  expect(await migrate(url)).toEqual([]);
});

const landedForms = [
  ['first', '1a000e66d2122bca928ed9af90409e64cddf7d07061d340ee7d33a014732e073'],
  ['second', 'dd73f5b973803e760566bdd1114af5126f1b49bf176635587494e298d2432046'],
] as const;
test.each(landedForms)(
  'a database with the %s form of what 0084_set_back_behind replaces starts, with its function',
  async (form, hash) => {
    const { url, db } = await openNew('keyward_template');
    const body = async () => (await db.query(`select prosrc from pg_proc where proname = 'note_set_back'`)).rows;
    const final = await body();
    const sql = sqlOf('0084_set_back_behind');
    const landed = form === 'first' ? sql.replace('and new.epoch = old.epoch', '') : sql;
    await db.query(landed);
    expect(isDeepStrictEqual(await body(), final)).toBe(form === 'second');
    await db.query(`delete from schema_migration where name like '%_set_back_behind'`);
    await db.query(`insert into schema_migration (name, hash) values ('0083_set_back_behind', $1)`, [hash]);
    expect(await migrate(url)).toEqual(['0084_set_back_behind']);
    expect(await body()).toEqual(final);
    expect(await migrate(url)).toEqual([]);
  },
);

/** Since when the migration has waited for a lock; undefined: it does not. */
async function waitsSince(db: pg.Client) {
  const { rows } = await db.query<{ since: string; ms: number }>(
    `select query_start::text as since, (extract(epoch from clock_timestamp() - query_start) * 1000)::float8 as ms
     from pg_stat_activity where application_name = 'keyward migrate' and wait_event_type = 'Lock'
       and datname = current_database()`,
  );
  return rows[0];
}

test('a start waits for another one longer than statements of its role may take', async () => {
  const { url, db } = await openNew('keyward_template');
  const limits = await connect(url);
  await limits.query(`do $$ begin
    execute format('alter database %I set statement_timeout = 400', current_database());
    execute format('alter database %I set lock_timeout = 400', current_database());
  end $$`);
  await db.query("select pg_advisory_lock(hashtext('keyward_migrate'))");
  const starting = migrate(url);
  await expect.poll(async () => (await waitsSince(db))?.ms).toBeGreaterThan(600);
  await db.query("select pg_advisory_unlock(hashtext('keyward_migrate'))");
  expect(await starting).toEqual([]);
});

describe('a file whose table is in use', () => {
  const file = '0078_pin_verifiers_queue';
  async function openInUse() {
    const { url, db } = await openNew('keyward_template');
    await db.query('delete from schema_migration where name = $1', [file]);
    const holder = await connect(url);
    await holder.query('begin; lock table graphile_worker._private_jobs in access exclusive mode');
    return { url, db, holder };
  }

  test('is tried until it is free', async () => {
    const { url, db, holder } = await openInUse();
    const starting = migrate(url, { lockMs: 100, tries: 10_000, pauseMs: 5 });
    const began = new Set<string | undefined>();
    await expect.poll(async () => began.add((await waitsSince(db))?.since).size).toBeGreaterThan(3);
    await holder.query('rollback');
    expect(await starting).toEqual([file]);
  });

  test('ends the start with a sentence when it stays in use', async () => {
    const { url, db } = await openInUse();
    const refusal = migrate(url, { lockMs: 50, tries: 2, pauseMs: 5 });
    await expect(refusal).rejects.toBeInstanceOf(StartError);
    await expect(refusal).rejects.toThrow(`The migration ${file} needs a table that another session keeps in use`);
    expect(await applied(db)).not.toContain(file);
  });
});

test('an interrupted start continues after the last applied file', async () => {
  const { url, db } = await openNew();
  await db.query('create table mail ()');
  await expect(migrate(url)).rejects.toThrow('migration 0007_portal: relation "mail" already exists');
  expect(await applied(db)).toEqual(files.slice(0, files.indexOf('0007_portal')));
  await db.query('drop table mail');
  expect(await migrate(url)).toEqual(files.slice(files.indexOf('0007_portal')));
});

test('a file that was changed after it was applied is refused', async () => {
  const { url, db } = await openNew('keyward_template');
  await db.query(`update schema_migration set hash = 'another' where name = '0005_devices'`);
  await expect(migrate(url)).rejects.toThrow('0005_devices was changed after it was applied');
});

test('migrations of a newer release are ignored', async () => {
  const { url, db } = await openNew('keyward_template');
  await db.query(`insert into schema_migration (name, hash) values ('9999_newer', 'unknown')`);
  expect(await migrate(url)).toEqual([]);
  expect(await applied(db)).toEqual([...files, '9999_newer']);
});

test('a database with all replaced files starts without running the new ones', async () => {
  const { url, db } = await openReplaced(replacedMigrations);
  const hosts = async () => (await db.query('select * from tenant_host order by host')).rows;
  const before = await hosts();
  expect(before).not.toEqual([]);
  expect(await migrate(url)).toEqual(files.filter((name) => !replacingMigrations.includes(name)));
  expect(await applied(db)).toEqual([...files, ...replacedMigrations].toSorted());
  expect(await hosts()).toEqual(before);
  expect(await migrate(url)).toEqual([]);

  await db.query(`update schema_migration set hash = 'another' where name = '0005_devices'`);
  await expect(migrate(url)).rejects.toThrow('0005_devices was changed after it was applied');
});

test('a database with some of the replaced files is refused and unchanged', async () => {
  const some = replacedMigrations.slice(0, -2);
  const { url, db } = await openReplaced(some);
  const refusal = migrate(url);
  await expect(refusal).rejects.toBeInstanceOf(StartError);
  await expect(refusal).rejects.toThrow(
    /lacks migrations .*: 0017_idempotency, 0018_event_occurrence\. Start it once with Keyward 1\.26\.25 at commit \w+/,
  );
  expect(await applied(db)).toEqual(some);
  expect((await db.query(`select to_regproc('protect_tenant') as made`)).rows).toEqual([{ made: null }]);
});

test('the files grant exactly the privileges that a start restores', async () => {
  const { db } = await openNew();
  for (const name of files) await db.query(sqlOf(name));
  const rights = async () =>
    (
      await db.query(
        `select what, array_agg(a.privilege_type order by a.privilege_type) as rights from (
           select relname::text as what, relacl as acl from pg_class where relnamespace = 'public'::regnamespace
           union all select attrelid::regclass || '.' || attname, attacl from pg_attribute
           union all select oid::regprocedure::text, proacl from pg_proc where pronamespace = 'public'::regnamespace
         ) o, aclexplode(o.acl) a
         where a.grantee = 'keyward_app'::regrole group by 1 order by 1`,
      )
    ).rows;
  const given = await rights();
  expect(given.length).toBeGreaterThan(30);
  await db.query('drop owned by keyward_app');
  await ensureGrants(db);
  expect(await rights()).toEqual(given);
});

test('a last use recorded before portal and OKM were kept apart is divided by the sign-ins', async () => {
  const { db } = await openNew();
  for (const name of files.filter((file) => file < '0015')) await db.query(sqlOf(name));
  await db.query(`
    insert into tenant (id, slug, name) values ('00000000-0000-4000-8000-000000000001', 'old', 'Old shop');
    set app.tenant_id = '00000000-0000-4000-8000-000000000001';
    insert into profile (tenant_id, name, username, last_active_at) select t.id, n, n, at::timestamptz
      from tenant t, (values ('portal', '2026-11-01 15:00Z'), ('both', '2026-11-05 09:00Z'), ('okm', '2026-11-06 09:00Z'),
        ('unused', null), ('session', '2026-11-07 09:00Z')) v(n, at);
    insert into event_party (tenant_id, domain, ref_id, name)
      select tenant_id, 'profile', id, name from profile where name in ('portal', 'both');
    insert into event (tenant_id, event_time, event, agent_party, location_set_id, body)
      select y.tenant_id, '2026-11-01 09:00Z', e, y.id, '00000000-0000-0000-0000-000000000000', '{}'
      from event_party y, unnest(array['LOGIN', 'MODIFY_USER']) e;
    insert into session (tenant_id, token_hash, profile_id, last_active_at, expires_at, address, user_agent)
      select tenant_id, '\\x00', id, '2026-11-07 09:00Z', now(), '', '' from profile where name = 'session'`);
  await db.query(sqlOf('0015_last_use'));
  const uses = await db.query(
    `select name, to_char(portal_active_at at time zone 'UTC', 'DD HH24') as portal,
       to_char(okm_active_at at time zone 'UTC', 'DD HH24') as okm from profile order by name`,
  );
  expect(uses.rows).toEqual([
    { name: 'both', portal: '01 09', okm: '05 09' },
    { name: 'okm', portal: null, okm: '06 09' },
    { name: 'portal', portal: '01 15', okm: null },
    { name: 'session', portal: '07 09', okm: null },
    { name: 'unused', portal: null, okm: null },
  ]);
});

test('profiles from before their total was kept are counted', async () => {
  const { db } = await openNew();
  for (const name of files.filter((file) => file < '0019')) await db.query(sqlOf(name));
  await db.query(`
    insert into tenant (id, slug, name) values ('00000000-0000-4000-8000-000000000001', 'old', 'Old shop');
    set app.tenant_id = '00000000-0000-4000-8000-000000000001';
    insert into profile (tenant_id, name, username) select id, n::text, n::text from tenant, generate_series(1, 3) n`);
  await db.query(sqlOf('0019_profile_tally'));
  await db.query(`delete from profile where username = '2'`);
  expect((await db.query(`select resource, n::int from list_tally`)).rows).toEqual([{ resource: 'user', n: 2 }]);
});

test('a key that was out without custody is out with an unknown holder since its check-out', async () => {
  const { db } = await openNew();
  for (const name of files.filter((file) => file < '0075')) await db.query(sqlOf(name));
  await db.query(`
    insert into tenant (id, slug, name) values ('00000000-0000-4000-8000-000000000001', 'old', 'Old shop');
    set app.tenant_id = '00000000-0000-4000-8000-000000000001';
    set session_replication_role = replica;
    insert into profile (tenant_id, name, username) select id, 'Carl', 'carl' from tenant;
    insert into device_type (tenant_id, name, device_class) select id, 'Key', 'KEY' from tenant;
    insert into device (tenant_id, name, serial_number, device_type_id, state, state_times, state_updated_at)
      select y.tenant_id, v.name, upper(left(md5(v.name), 16)), y.id, v.state::jsonb, v.times::jsonb, '2026-11-02 09:00Z'
      from device_type y, (values ('HELD', '{"checkedOut": true}', '{"checkedOut": "2026-11-01T09:00:00.000Z"}'),
          ('HOME', '{"checkedOut": false}', '{"checkedOut": "2026-11-01T09:00:00.000Z"}'),
          ('NEW', '{}', '{}'),
          ('TAKEN', '{"checkedOut": true}', '{"checkedOut": "2026-11-01T08:00:00.000Z"}'),
          ('UNTIMED', '{"checkedOut": true}', '{}')) v(name, state, times);
    insert into key_custody (tenant_id, device_id, profile_id, checked_out_at)
      select d.tenant_id, d.id, p.id, '2026-11-01 09:00Z' from device d, profile p where d.name = 'HELD'`);
  await db.query(sqlOf('0075_unknown_holders'));
  const held = await db.query(
    `select d.name, p.username, to_char(k.checked_out_at at time zone 'UTC', 'DD HH24') as since
     from key_custody k join device d on d.id = k.device_id left join profile p on p.id = k.profile_id order by 1`,
  );
  expect(held.rows).toEqual([
    { name: 'HELD', username: 'carl', since: '01 09' },
    { name: 'TAKEN', username: null, since: '01 08' },
    { name: 'UNTIMED', username: null, since: '02 09' },
  ]);
});

test('of tenants from before the demo was marked, those that the seed made are the demo’s', async () => {
  const { db } = await openNew();
  for (const name of files.filter((file) => file < '0079')) await db.query(sqlOf(name));
  const serial = '9F40010000000001';
  // no triggers: they need the job queue, which the files alone do not make
  await db.query('set session_replication_role = replica');
  // a customer of the same short name has devices with random ids
  const tenants = [
    { slug: 'demo', device: contentId(tenantIdOf('demo'), 'device', serial) },
    { slug: 'harbor', device: '01900000-0000-7000-8000-000000000001' },
    { slug: 'acme', device: contentId(tenantIdOf('acme'), 'device', serial) },
  ];
  for (const { slug, device } of tenants) {
    const id = tenantIdOf(slug);
    await db.query('insert into tenant (id, slug, name) values ($1, $2, $2)', [id, slug]);
    await db.query(`select set_config('app.tenant_id', $1, false)`, [id]);
    await db.query(`insert into device_type (tenant_id, name, device_class) values ($1, 'OKM', 'OKM')`, [id]);
    await db.query(
      `insert into device (tenant_id, id, device_type_id, name, serial_number)
       select tenant_id, $2, id, 'OKM 1', $3 from device_type where tenant_id = $1`,
      [id, device, serial],
    );
  }
  await db.query('reset app.tenant_id; reset session_replication_role');
  await db.query(sqlOf('0079_demo_tenants'));
  expect((await db.query('select slug from tenant where demo')).rows).toEqual([{ slug: 'demo' }]);
});

test('jobs that wait in the former queue of verifiers leave it', async () => {
  const { db } = await openNew('keyward_template');
  const named = async () =>
    (await db.query(`select task_identifier as job from graphile_worker.jobs where queue_name is not null`)).rows;
  await db.query(`select graphile_worker.add_job('pin-verifiers', queue_name => 'pin-verifiers')`);
  expect(await named()).toEqual([{ job: 'pin-verifiers' }]);
  await db.query(sqlOf('0078_pin_verifiers_queue'));
  expect(await named()).toEqual([]);
});

test('an invitation whose mail was withdrawn before its delivery said so is shown as withdrawn', async () => {
  const { db } = await openNew();
  for (const name of files.filter((file) => file < '0085')) await db.query(sqlOf(name));
  await db.query(`
    insert into tenant (id, slug, name) values ('00000000-0000-4000-8000-000000000001', 'old', 'Old shop');
    set app.tenant_id = '00000000-0000-4000-8000-000000000001';
    insert into mail (tenant_id, kind, recipient, locale, state, last_error, expires_at)
      select id, 'invitation', v.name, 'en', v.state, v.error, now() from tenant, (values
        ('gone', 'failed', 'withdrawn'), ('late', 'failed', 'too late'), ('seen', 'failed', 'withdrawn'), ('waits', 'waiting', null)
      ) v(name, state, error);
    insert into secure_key_invite (tenant_id, email, locale, created_by, created_by_name, delivery, token_hash, mail_id)
      select tenant_id, recipient, 'en', id, 'Ada', case recipient when 'seen' then 'opened' else 'delayed' end, recipient::bytea, id
      from mail`);
  await db.query(sqlOf('0085_withdrawn_mails'));
  expect((await db.query('select email, delivery from secure_key_invite order by email')).rows).toEqual([
    { email: 'gone', delivery: 'withdrawn' },
    { email: 'late', delivery: 'delayed' },
    { email: 'seen', delivery: 'opened' },
    { email: 'waits', delivery: 'delayed' },
  ]);
});
