// Commands on a database that lacks a migration of this release.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#db/connect.ts';
import { files, openNew } from '#db/migrate.testing.ts';
import { temporaryFolder } from '#testing/folder.ts';
import { openPortal } from '#testing/portal.ts';
import { stateOf } from '#testing/state.ts';
import { runCommand } from './command.testing.ts';

const portal = await openPortal();
const { system } = portal.database;
const folder = temporaryFolder();
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** This migration creates or replaces a function, so that it can be applied again. */
const file = '0084_set_back_behind';
const forget = `delete from schema_migration where name = '${file}'`;
const lacking =
  'Nothing was changed: the database lacks 1 migration of this release. Run npm run keyward -- migrate first.\n';

const environment = { DATABASE_URL: portal.database.url, KEYWARD_TEST: '1', KEYWARD_DATA: folder, LOG_LEVEL: 'silent' };
const keyward = (...command: string[]) => runCommand(environment, ...command);

/** The stored content, the migrations, and a grant that a start restores. */
const state = async () => ({
  content: await stateOf(portal.database),
  tenants: (await system.query('select * from tenant order by id')).rows,
  migrations: (await system.query('select * from schema_migration order by name')).rows,
  granted: (await system.query(`select has_table_privilege('keyward_app', 'watch', 'delete') as yes`)).rows,
});

describe('one migration behind', () => {
  beforeAll(async () => {
    await system.query(`${forget}; revoke delete on watch from keyward_app`);
  });
  const clerk = ['--tenant', 'demo', '--profile', 'clerk'];
  test.each([
    [['tenant', 'create', '--slug', 'late', '--name', 'Late', '--host', 'late.example', '--admin', 'boss']],
    [['tenant', 'config', 'demo']],
    [['tenant', 'config', 'demo', 'autoLogoutTimeoutMins', '30']],
    [['tenant', 'feature', 'demo', 'secureKey', 'off']],
    [['tenant', 'support', '--tenant', 'demo', '--on']],
    [['tenant', 'sso', '--tenant', 'demo', '--off']],
    [['tenant', 'sso', 'unbind', ...clerk]],
    [['tenant', 'suspend', 'demo']],
    [['user', 'link', ...clerk]],
    [['user', 'password', ...clerk]],
    [['user', 'disable', ...clerk]],
    [['user', 'admin', ...clerk, 'on']],
    [['secret', 'rotate']],
    [['simulate', '--tenant', 'demo', '--minutes', '0.0001', '--url', 'http://127.0.0.1:1']],
  ])('%j changes nothing', async (command) => {
    const before = await state();
    expect(await keyward(...command)).toEqual({ code: 1, out: '', err: lacking });
    expect(await state()).toEqual(before);
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  test('migrate --status lists the migration and changes nothing, and migrate applies it', async () => {
    await system.query(`insert into schema_migration (name, hash) values ('9999_newer', 'unknown')`);
    const before = await state();
    const { code, out, err } = await keyward('migrate', '--status');
    expect([code, err]).toEqual([0, '']);
    const { pathname } = new URL(portal.database.url.replace(/@[^/]*/, '@host'));
    expect(out).toMatch(new RegExp(`^The database ${pathname.slice(1)} at \\S+ lacks migrations of this release\\.\n`));
    expect(out).not.toContain(new URL(portal.database.url.replace(/@.*/, '@host')).password);
    expect(out).toContain(`\nApplied, ${files.length - 1}:\n`);
    expect(out).toMatch(/\nApplied by other releases, 1:\n {2}\d{4}-\d\d-\d\d \d\d:\d\d UTC {2}9999_newer\n/);
    expect(out.endsWith(`\nPending, 1:\n  ${file}\n`)).toBe(true);
    expect(await state()).toEqual(before);

    expect((await keyward('migrate')).code).toBe(0);
    const { out: now } = await keyward('migrate', '--status');
    expect(now.split('\n')[0]).toMatch(/ is up to date\.$/);
    expect([now.includes(`Applied, ${files.length}:`), now.includes('Pending')]).toEqual([true, false]);
    expect(await keyward('user', 'link', ...clerk)).toMatchObject({ code: 0 });
  });
});

test('an empty database lacks every migration, and stays empty', async () => {
  const { url, db } = await openNew();
  const other = { ...environment, DATABASE_URL: url };
  expect((await runCommand(other, 'tenant', 'config', 'demo')).err).toContain(`lacks ${files.length} migrations`);
  expect((await runCommand(other, 'migrate', '--status')).out).toContain(`Pending, ${files.length}:\n`);
  expect((await db.query(`select from pg_class where relnamespace = 'public'::regnamespace`)).rowCount).toBe(0);
});

test('a changed migration file is refused by commands as at a start', async () => {
  await system.query(`update schema_migration set hash = 'another' where name = '0005_devices'`);
  for (const command of [
    ['tenant', 'config', 'demo'],
    ['migrate', '--status'],
  ])
    expect(await keyward(...command)).toMatchObject({
      code: 1,
      err: expect.stringContaining('0005_devices was changed after it was applied'),
    });
});

test('commands other than migrate leave the embedded database unmigrated, with its server running or not', async () => {
  const dataDir = temporaryFolder();
  onTestFinished(() => fs.rmSync(dataDir, { recursive: true, force: true }));
  const embedded = { ...environment, DATABASE_URL: undefined, KEYWARD_DATA: dataDir };
  const config = () => runCommand(embedded, 'tenant', 'config', 'demo');
  for (const command of [
    ['tenant', 'config', 'demo'],
    ['migrate', '--status'],
  ])
    expect((await runCommand(embedded, ...command)).err).toBe(
      `The folder ${dataDir} has no database yet. Start the server, or run npm run keyward -- migrate, first.\n`,
    );
  expect(fs.readdirSync(dataDir)).toEqual([]);

  const server = await openDatabase({ dataDir, unsafeFast: true });
  await server.system.query(forget);
  expect(await config()).toEqual({ code: 1, out: '', err: lacking });
  await server.close();
  expect(await config()).toEqual({ code: 1, out: '', err: lacking });
  expect((await runCommand(embedded, 'migrate', '--status')).out).toContain(`Pending, 1:\n  ${file}\n`);
  expect(fs.existsSync(path.join(dataDir, 'secret.key'))).toBe(false);

  expect((await runCommand(embedded, 'migrate')).code).toBe(0);
  expect((await config()).err).toBe('There is no tenant demo. Existing tenants: none.\n');
});
