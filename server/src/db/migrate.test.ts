import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { ensureGrants } from './grants.ts';
import { migrate } from './migrate.ts';
import { connect, files, openNew, openOwned, sqlOf } from './migrate.testing.ts';
import { replacedMigrations, replacingMigrations } from './replaced.ts';
import { StartError } from './start-error.ts';

const protectTenant = '0001_protect_tenant';

/** The state left by the replaced files: the tables of the files that replace them, and a host. */
async function openReplaced(names: string[]) {
  const { url, db } = await openNew();
  // the files that replace others use the function of the first file, which came with them
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
  const { url, db } = await openOwned();
  expect(await migrate(url)).toEqual(files);
  expect((await db.query(`select from pg_class where relname = 'watch' and relforcerowsecurity`)).rowCount).toBe(1);
});

test('a database that has the migration replaced by 0049_watched_view starts', async () => {
  const { url, db } = await openNew();
  await migrate(url);
  await db.query(
    `update schema_migration set name = '0049_watched_views', hash = 'of then' where name = '0049_watched_view'`,
  );
  expect(await migrate(url)).toEqual(['0049_watched_view']);
  expect(await migrate(url)).toEqual([]);
});

test('a database that has the migration replaced by 0101_party_counts starts and keeps its counters', async () => {
  const { url, db } = await openNew('keyward_template');
  const counters = async () => (await db.query('select * from event_party_count order by party_id')).rows;
  await db.query(
    `insert into event_party (tenant_id, domain, name) select id, 'profile', 'Ada' from tenant;
     insert into event_party_total (tenant_id, party_id, location_set_id, as_agent, as_entity, as_both)
     select tenant_id, id, id, 3, 2, 1 from event_party`,
  );
  const before = await counters();
  expect(before).not.toEqual([]);
  await db.query(
    `drop trigger lock_parties on event_party_total;
     drop function lock_parties;
     grant insert, update, delete on event_party_count to keyward_app;
     update schema_migration set name = '0100_party_counts', hash = 'of then' where name = '0101_party_counts'`,
  );
  expect(await migrate(url)).toEqual(['0101_party_counts']);
  expect(await counters()).toEqual(before);
  expect(
    (await db.query(`select has_table_privilege('keyward_app', 'event_party_count', 'insert') as has`)).rows,
  ).toEqual([{ has: false }]);
  expect(await migrate(url)).toEqual([]);
});

const landedForms = [
  ['first', '1a000e66d2122bca928ed9af90409e64cddf7d07061d340ee7d33a014732e073'],
  ['second', 'dd73f5b973803e760566bdd1114af5126f1b49bf176635587494e298d2432046'],
] as const;
test.each(landedForms)(
  'a database with the %s form of the migration replaced by 0084_set_back_behind starts with the final function',
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

/** The time since which the migration has waited for a lock; undefined if it does not wait. */
async function waitsSince(db: pg.Client) {
  const { rows } = await db.query<{ since: string; ms: number }>(
    `select query_start::text as since, (extract(epoch from clock_timestamp() - query_start) * 1000)::float8 as ms
     from pg_stat_activity where application_name = 'keyward migrate' and wait_event_type = 'Lock'
       and datname = current_database()`,
  );
  return rows[0];
}

test('a start waits for another start longer than the statement and lock timeouts', async () => {
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

  test('is retried until the table is free', async () => {
    const { url, db, holder } = await openInUse();
    const starting = migrate(url, { waiting: { lockMs: 100, tries: 10_000, pauseMs: 5 } });
    const began = new Set<string | undefined>();
    await expect.poll(async () => began.add((await waitsSince(db))?.since).size).toBeGreaterThan(3);
    await holder.query('rollback');
    expect(await starting).toEqual([file]);
  });

  test('ends the start with a sentence when the table stays in use', async () => {
    const { url, db } = await openInUse();
    const refusal = migrate(url, { waiting: { lockMs: 50, tries: 2, pauseMs: 5 } });
    await expect(refusal).rejects.toBeInstanceOf(StartError);
    await expect(refusal).rejects.toThrow(`The migration ${file} needs a table that another session keeps in use`);
    expect(await applied(db)).not.toContain(file);
  });
});

describe('a start that cannot create partitions ahead because a table is in use', () => {
  const waiting = { lockMs: 100, tries: 2, pauseMs: 5 };
  const newest = async (db: pg.Client, of: string) =>
    (
      await db.query<{ name: string }>(
        `select max(c.relname) as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
         where i.inhparent = $1::regclass and c.relname not like '%default'`,
        [of],
      )
    ).rows[0]?.name;

  test.each(['event', 'device_reading'])('goes on without those of %s, and the next start creates them', async (of) => {
    const { url, db } = await openNew('keyward_template');
    const last = await newest(db, of);
    await db.query(`drop table ${last}`);
    const holder = await connect(url);
    await holder.query(`begin; select from ${of}_default`);
    const warnings: string[] = [];
    const log = { warn: (text: string) => void warnings.push(text) };
    expect(await migrate(url, { waiting, log })).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining('another session keeps in use')]);
    expect(await newest(db, of)).not.toBe(last);
    await holder.query('rollback');
    expect(await migrate(url, { waiting, log })).toEqual([]);
    expect(warnings).toHaveLength(1);
    expect(await newest(db, of)).toBe(last);
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
