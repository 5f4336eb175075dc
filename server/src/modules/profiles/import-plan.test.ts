import { auth } from '@keyward/contract/auth';
import { imports, type ImportRow } from '@keyward/contract/imports';
import { profiles } from '@keyward/contract/profiles';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { openOutbox } from '#testing/outbox.ts';
import { tenants } from '#testing/people.ts';
import { type Caller, openPortal } from '#testing/portal.ts';
import { resumeImports } from './import-job.ts';

const portal = await openPortal();
const { work, context: jobs } = openOutbox(portal);
const { admin, anonymous } = portal.as;
const owner = portal.database.system;
const flag = (username: string, on: boolean) =>
  owner.query(`update profile set is_keyward_admin = $3 where tenant_id = $1 and username = $2`, [
    tenants.demo,
    username,
    on,
  ]);
await flag('admin', true);
const suspend = (on: boolean) =>
  owner.query('update tenant set suspended_at = case when $2 then now() end where id = $1', [tenants.demo, on]);

const csv = (...lines: string[]) => new TextEncoder().encode(lines.join('\n'));
const plan = async (lines: string[], query = {}, who: Caller = admin) =>
  (await who.call(imports.plan, { file: csv(...lines), query })).data;
const at = (id: string) => ({ params: { id } });
const get = async (id: string) => (await admin.call(imports.get, at(id))).data;
const rowsOf = async (id: string, only?: ImportRow['decision']) =>
  (await admin.call(imports.rows, { ...at(id), ...(only ? { query: { only } } : {}) })).data;
async function apply(id: string, rows: 'all' | 'valid' = 'all') {
  const started = (await admin.call(imports.apply, { ...at(id), body: { rows } })).data;
  await work();
  return { started, done: await get(id) };
}
const find = async (username: string) => (await admin.call(profiles.list, { query: { username } })).data[0];
const everything = async () =>
  (
    await owner.query(
      `select (select json_agg(p order by p.id) from profile p where tenant_id = $1) as profiles,
        (select json_agg(r order by r.profile_id, r.role_id) from profile_role r where tenant_id = $1) as roles,
        (select count(*) from event where tenant_id = $1) as events, (select count(*) from mail) as mails`,
      [tenants.demo],
    )
  ).rows[0];
let count = 0;
let id = '';
beforeEach(() => void (id = `planned.${count++}`));

describe('a plan', () => {
  test('writes no profile, records nothing and sends nothing', async () => {
    const before = await everything();
    const made = await plan(['name,profile id,email address', `New,${id},${id}@x.example`, 'Ann,admin,']);
    expect(made).toMatchObject({ state: 'ready', rows: 2, counts: { create: 1, error: 1 } });
    expect(await rowsOf(made.id, 'error')).toMatchObject([
      { line: 3, username: 'admin', errors: [{ field: 'username', message: 'usernameTaken' }] },
    ]);
    expect(await everything()).toEqual(before);
  });

  test('shows the former and the new value of each cell, and counts the cleared ones', async () => {
    await admin.call(profiles.create, { body: { name: 'Old', username: id, email: `${id}@x.example` } });
    await admin.call(profiles.create, { body: { name: 'Other', username: `${id}.b`, email: `${id}.b@x.example` } });
    const file = ['profile id,name,email address', `${id},New,`, `${id}.b,${'x'.repeat(36)},`];
    const made = await plan(file, { update: 'true', clear: 'true' });
    expect(made.counts).toMatchObject({ update: 1, error: 1, cleared: 1 });
    expect((await rowsOf(made.id))[0]?.changes).toEqual([
      { attribute: 'name', oldValue: 'Old', newValue: 'New' },
      { attribute: 'email', oldValue: `${id}@x.example`, newValue: null },
    ]);
  });

  test('hashes passwords in the background, and stores none as text', async () => {
    const made = await plan(['name,profile id,temporary password', `New,${id},Secret-word-1`], { activate: 'true' });
    expect(made.state).toBe('checking');
    expect(await admin.refused(imports.apply, { ...at(made.id), body: { rows: 'all' } })).toMatchObject({
      status: 409,
      code: 'stillRunning',
    });
    await work();
    expect(await get(made.id)).toMatchObject({ state: 'ready', done: 1, counts: { create: 1 } });
    const { rows } = await owner.query<{ sealed: Buffer; line: number }>(
      'select sealed, line from profile_import_row where import_id = $1',
      [made.id],
    );
    const context = `profile import ${tenants.demo} ${made.id} 2`;
    const opened = portal.vault.open(rows[0]?.sealed ?? Buffer.alloc(0), context) ?? '';
    expect(opened).toContain('argon2id');
    expect(opened).not.toContain('Secret-word-1');
    await apply(made.id);
    const signedIn = await anonymous.request(auth.login, { body: { username: id, password: 'Secret-word-1' } });
    expect(signedIn.status).toBe(200);
  });

  test('whose check is interrupted by a suspension is ready after the suspension', async () => {
    const made = await plan(['name,profile id,temporary password', `New,${id},Secret-word-1`]);
    await suspend(true);
    await work();
    await suspend(false);
    expect(await get(made.id)).toMatchObject({ state: 'checking', done: 1, refusal: null });
    await owner.query(`update profile_import set worked_at = now() - interval '2 minutes' where id = $1`, [made.id]);
    await resumeImports.run(undefined, jobs);
    await work();
    expect(await get(made.id)).toMatchObject({ state: 'ready', counts: { create: 1 } });
  });

  test('is visible only to its author, until it is discarded', async () => {
    const made = await plan(['name,profile id', `New,${id}`]);
    await flag('manager', true);
    for (const call of [imports.get, imports.rows, imports.discard]) {
      expect((await portal.as.manager.request(call, at(made.id))).status).toBe(404);
    }
    await flag('manager', false);
    expect((await portal.as.editor.request(imports.get, at(made.id))).status).toBe(404);
    expect((await admin.call(imports.list)).data.map((one) => one.id)).toContain(made.id);
    await admin.call(imports.discard, at(made.id));
    expect((await admin.request(imports.get, at(made.id))).status).toBe(404);
  });

  test('is kept for 24 hours, or for 30 days once it was applied', async () => {
    const hours = (from: string | null, until: string) => (Date.parse(until) - Date.parse(from ?? '')) / 3_600_000;
    const made = await plan(['name,profile id', `New,${id}`]);
    expect(hours(made.createdAt, made.expiresAt)).toBe(24);
    const { done } = await apply(made.id);
    expect(hours(done.appliedAt, done.expiresAt)).toBe(30 * 24);
    const file = csv('name,profile id', `At once,${id}.b`);
    const { data } = await admin.call(imports.file, { file });
    const atOnce = await get(data.id);
    expect(hours(atOnce.appliedAt, atOnce.expiresAt)).toBe(30 * 24);
  });

  test('does not exist after its time', async () => {
    const made = await plan(['name,profile id', `New,${id}`]);
    await owner.query(`update profile_import set expires_at = now() - interval '1 second' where id = $1`, [made.id]);
    expect((await admin.request(imports.apply, { ...at(made.id), body: { rows: 'all' } })).status).toBe(404);
  });
});

describe('applying', () => {
  test('writes all rows once, however often it is called', async () => {
    const made = await plan(['name,profile id', `A,${id}a`, `B,${id}b`], { activate: 'true' });
    const starts = await Promise.all(
      [1, 2, 3].map(() => admin.request(imports.apply, { ...at(made.id), body: { rows: 'all' } })),
    );
    expect(starts.map(({ status }) => status)).toEqual([200, 200, 200]);
    await work();
    const events = async () =>
      (await owner.query(`select event from event where tenant_id = $1 and body like $2`, [tenants.demo, `%${id}%`]))
        .rows;
    expect(await get(made.id)).toMatchObject({ state: 'applied', counts: { created: 2 } });
    expect(await events()).toHaveLength(2);
    const again = await apply(made.id);
    expect(again.done).toMatchObject({ state: 'applied', counts: { created: 2 } });
    expect(await events()).toHaveLength(2);
    expect((await rowsOf(made.id)).map(({ outcome }) => outcome)).toEqual(['created', 'created']);
  });

  test('with errors is accepted only for the valid rows', async () => {
    const made = await plan(['name,profile id', `A,${id}`, 'B,bad id']);
    expect(await admin.refused(imports.apply, { ...at(made.id), body: { rows: 'all' } })).toMatchObject({
      code: 'importRefused',
    });
    const { done } = await apply(made.id, 'valid');
    expect(done.counts).toMatchObject({ created: 1, skipped: 1 });
    expect(await find(id)).toBeDefined();
  });

  test('checks for conflicts when it runs: a changed row stops it, and is named', async () => {
    const { data } = await admin.call(profiles.create, { body: { name: 'Old', username: id } });
    const made = await plan(['profile id,name', `${id},From the file`, `${id}.new,New`], { update: 'true' });
    await admin.call(profiles.update, { params: { id: data.id }, body: { name: 'By hand' } });
    const { done } = await apply(made.id);
    expect(done).toMatchObject({ state: 'ready', refusal: { reason: 'importChanged', params: { count: 1 } } });
    expect(await rowsOf(made.id, 'error')).toMatchObject([{ username: id, errors: [{ message: 'changedSince' }] }]);
    expect([(await find(id))?.name, await find(`${id}.new`)]).toEqual(['By hand', undefined]);
    await apply(made.id, 'valid');
    expect([(await find(id))?.name, (await find(`${id}.new`))?.name]).toEqual(['By hand', 'New']);
  });

  test('counts the values cleared by the rows that are written', async () => {
    const [first = ''] = await Promise.all(
      ['a', 'b'].map(async (part) => {
        const body = { name: part, username: `${id}.${part}`, email: `${id}.${part}@x.example` };
        return (await admin.call(profiles.create, { body })).data.id;
      }),
    );
    const file = ['profile id,email address', `${id}.a,`, `${id}.b,`];
    const made = await plan(file, { update: 'true', clear: 'true' });
    const other = await plan(file, { update: 'true', clear: 'true' });
    expect(made.counts.cleared).toBe(2);
    await admin.call(profiles.update, { params: { id: first }, body: { name: 'By hand' } });
    expect((await apply(made.id)).done).toMatchObject({ state: 'ready', counts: { update: 1, error: 1, cleared: 1 } });
    expect((await apply(other.id, 'valid')).done).toMatchObject({
      state: 'applied',
      counts: { updated: 1, cleared: 1 },
    });
  });

  test('a profile that was added since the check is a conflict, not a second one', async () => {
    const made = await plan(['name,profile id', `New,${id}`]);
    await admin.call(profiles.create, { body: { name: 'First', username: id } });
    const { done } = await apply(made.id);
    expect(done.refusal?.reason).toBe('importChanged');
    expect(await rowsOf(made.id)).toMatchObject([{ errors: [{ field: 'username', message: 'usernameTaken' }] }]);
  });

  test('checks the right when it begins', async () => {
    const made = await plan(['name,profile id', `New,${id}`]);
    await admin.call(imports.apply, { ...at(made.id), body: { rows: 'all' } });
    await flag('admin', false);
    await work();
    await flag('admin', true);
    expect(await get(made.id)).toMatchObject({ state: 'ready', refusal: { reason: 'importNotAllowed' } });
    expect(await find(id)).toBeUndefined();
  });

  test('stops at a suspension, names it as the reason, and works after it', async () => {
    const made = await plan(['name,profile id', `New,${id}`]);
    await admin.call(imports.apply, { ...at(made.id), body: { rows: 'all' } });
    await suspend(true);
    await work();
    await suspend(false);
    expect(await get(made.id)).toMatchObject({ state: 'ready', refusal: { reason: 'organizationSuspended' } });
    expect(await find(id)).toBeUndefined();
    expect((await apply(made.id)).done).toMatchObject({ state: 'applied', refusal: null });
  });
});

const cell = fc.constantFrom(
  '',
  'Ann',
  'Bob',
  ' x ',
  'x'.repeat(36),
  '1E+12',
  'clerk',
  'admin',
  '=1+1',
  'ｂｏｂ',
  'bad id',
);
const role = fc.constantFrom('', 'Store clerk', 'OKM user; store clerk', 'Wizard', 'Admin');
const line = fc.record({
  name: cell,
  username: cell,
  email: fc.constantFrom('', 'a@b.example', 'clerk@demo.example', 'nobody'),
  role,
  until: fc.constantFrom('', '2098-12-01 18:00', '2001-01-01 00:00', '2098-12-01', '1.2E+11'),
});

test('applying a plan writes exactly what the plan shows', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      fc.boolean(),
      async (lines, update, clear) => {
        const unique = `q${count++}`;
        const text = lines.map(({ name, username, email, role: held, until }) =>
          [
            name,
            username && /^[a-zA-Zｂｏ]+$/.test(username) && username !== 'admin' && username !== 'clerk'
              ? `${username}.${unique}`
              : username,
            email,
            held,
            until,
          ].join(','),
        );
        const query = { update: String(update), clear: String(clear) };
        const planned = await plan(['name,profile id,email address,roles,valid until', ...text], query);
        const promised = await rowsOf(planned.id);
        const { create = 0, update: changed = 0 } = planned.counts;
        const { done } = await apply(planned.id, 'valid');
        if (done.state === 'ready') {
          // left-out rows may leave a role without a holder; then nothing is written
          expect(done.refusal?.reason).toMatch(/^last/);
          return;
        }
        expect(done.counts).toMatchObject({ created: create, updated: changed });
        for (const row of promised.filter(({ decision }) => decision === 'create' || decision === 'update')) {
          const stored = await find(row.username);
          expect(stored).toMatchObject({ name: row.name });
          const end = row.changes.find(({ attribute }) => attribute === 'valid_until');
          if (end) expect(stored?.valid_until).toBe(end.newValue);
          const rolesChange = row.changes.find(({ attribute }) => attribute === 'roles');
          if (rolesChange) expect(stored?.roles.map(({ name }) => name).join(', ')).toBe(rolesChange.newValue ?? '');
        }
        // the same file again plans no further change
        if (promised.every(({ decision }) => decision !== 'error')) {
          const again = await plan(['name,profile id,email address,roles,valid until', ...text], {
            ...query,
            update: 'true',
          });
          expect(again.counts).toMatchObject({ create: 0, update: 0, error: 0 });
        }
      },
    ),
    { numRuns: 25 },
  );
});
