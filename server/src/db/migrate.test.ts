import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterEach, expect, inject, test } from 'vitest';
import { ensureGrants } from './grants.ts';
import { migrate } from './migrate.ts';
import { replacedMigrations } from './replaced.ts';
import { StartError } from './start-error.ts';

const folder = path.join(import.meta.dirname, '../../migrations');
const files = fs
  .readdirSync(folder)
  .toSorted()
  .map((file) => file.replace('.sql', ''));
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

/** The state left by the replaced files: without what was added with or after their replacements. */
async function openReplaced(names: string[]) {
  const { url, db } = await openNew('keyward_template');
  await db.query(
    `drop function renew_dictionary cascade; drop table dictionary; drop function protect_tenant;
     delete from schema_migration`,
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
  // 0001 holds no table, and later files use its function
  expect(await migrate(url)).toEqual(['0001_protect_tenant', '0008_dictionary']);
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
  for (const name of files) await db.query(fs.readFileSync(path.join(folder, `${name}.sql`), 'utf8'));
  const rights = async () =>
    (
      await db.query(
        `select what, array_agg(a.privilege_type order by a.privilege_type) as rights from (
           select relname::text as what, relacl as acl from pg_class where relnamespace = 'public'::regnamespace
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
