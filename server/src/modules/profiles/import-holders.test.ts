// Roles that may not lose their last holder, in a file: only rows that are written add one.
import { imports } from '@keyward/contract/imports';
import { profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { beforeEach, expect, test } from 'vitest';
import { openOutbox } from '#testing/outbox.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { work } = openOutbox(portal);
const { admin } = portal.as;
const owner = portal.database.system;
await owner.query(`update profile set is_keyward_admin = true where tenant_id = $1 and username = 'admin'`, [
  tenants.demo,
]);

const at = (id: string) => ({ params: { id } });
const plan = async (lines: string[]) => {
  const file = new TextEncoder().encode(lines.join('\n'));
  return (await admin.call(imports.plan, { file, query: { update: 'true' } })).data;
};
async function apply(id: string, rows: 'all' | 'valid') {
  await admin.call(imports.apply, { ...at(id), body: { rows } });
  await work();
  return (await admin.call(imports.get, at(id))).data;
}
const errorsOf = async (id: string) => (await admin.call(imports.rows, at(id))).data.map(({ errors }) => errors);
let count = 0;
let id = '';
beforeEach(() => void (id = `planned.${count++}`));

async function locked(label: string) {
  const name = `${label} ${id}`;
  const role = (await admin.call(roles.create, { body: { name, permissions: [] } })).data.id;
  await owner.query('update role set locked = true where id = $1', [role]);
  return { name, role };
}
const add = async (username: string, held: string[] = []) =>
  (await admin.call(profiles.create, { body: { name: 'P', username, roles: held } })).data.id;

test('does not count a holder whose own row is refused', async () => {
  const [first, second] = [await locked('First'), await locked('Second')];
  await add(`${id}.one`, [first.role]);
  await add(`${id}.two`, [second.role]);
  // the second profile would take over the first one's role, but must keep its own
  const file = ['profile id,roles', `${id}.one,Store clerk`, `${id}.two,${first.name}`];
  const made = await plan(file);
  expect(await errorsOf(made.id)).toEqual([
    [{ field: 'roles', message: `lastHolder:${first.name}` }],
    [{ field: 'roles', message: `lastHolder:${second.name}` }],
  ]);
  // once another profile gets the second role as well, both are written
  file.push(`${id}.three,${second.name}`);
  await add(`${id}.three`);
  const done = await apply((await plan(file)).id, 'all');
  expect(done).toMatchObject({ state: 'applied', counts: { updated: 3 } });
});

test.each(['all', 'valid'] as const)('does not count a holder whose row is stale: %s', async (which) => {
  const { name, role } = await locked('Kept');
  await add(`${id}.one`, [role]);
  const two = await add(`${id}.two`);
  const file = ['profile id,roles', `${id}.one,Store clerk`, `${id}.two,${name}`];
  const made = await plan(file);
  expect(made.counts).toMatchObject({ update: 2, error: 0 });
  await admin.call(profiles.update, { params: { id: two }, body: { name: 'By hand' } });
  const done = await apply(made.id, which);
  expect(done).toMatchObject(
    which === 'all'
      ? { state: 'ready', refusal: { reason: 'importChanged', params: { count: 2 } } }
      : { state: 'applied', refusal: null, counts: { updated: 0, skipped: 2 } },
  );
  expect(await errorsOf(made.id)).toEqual([
    [{ field: 'roles', message: `lastHolder:${name}` }],
    [{ field: 'username', message: 'changedSince' }],
  ]);
});

test('does not count a holder whose row had issues', async () => {
  const { name, role } = await locked('Kept');
  await add(`${id}.one`, [role]);
  await add(`${id}.two`);
  const three = await add(`${id}.three`, [role]);
  // a refused password is not stored, so the row judged by its other cells has no issue
  const file = ['profile id,roles,temporary password', `${id}.one,Store clerk,`, `${id}.two,${name},weak`];
  const made = await plan(file);
  expect(made.counts).toMatchObject({ update: 1, error: 1 });
  await admin.call(profiles.update, { params: { id: three }, body: { roles: [] } });
  const done = await apply(made.id, 'valid');
  expect(done).toMatchObject({ state: 'applied', counts: { updated: 0, skipped: 2 } });
  expect((await errorsOf(made.id))[0]).toEqual([{ field: 'roles', message: `lastHolder:${name}` }]);
});
