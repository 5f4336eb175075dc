// What others do while a file is applied or reverted, which is one transaction.
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
const appoint = (on: boolean) =>
  owner.query(`update profile set is_keyward_admin = $2 where tenant_id = $1 and username = 'admin'`, [
    tenants.demo,
    on,
  ]);

const at = (id: string) => ({ params: { id } });
const stateOf = async (id: string) => (await admin.call(imports.get, at(id))).data;
let count = 0;
const clerk = (await admin.call(roles.list)).data.find(({ name }) => name === 'Store clerk')?.id ?? '';
const add = async (held: string[] = []) =>
  (await admin.call(profiles.create, { body: { name: 'Other', username: `other.${count++}`, roles: held } })).data.id;
async function planOf(rows: number, { roles: held = '' } = {}): Promise<string> {
  const [head, cell] = held ? [',roles', `,${held}`] : ['', ''];
  const lines = Array.from({ length: rows }, () => `New,waiting.${count++}${cell}`);
  const file = new TextEncoder().encode([`name,profile id${head}`, ...lines].join('\n'));
  return (await admin.call(imports.plan, { file })).data.id;
}
/** The total that the list shows, and the number of rows. */
async function totals() {
  const { rows } = await owner.query<{ n: number }>('select count(*)::int as n from profile where tenant_id = $1', [
    tenants.demo,
  ]);
  return { shown: (await admin.call(profiles.list)).total_results, stored: rows[0]?.n };
}

/** Does the work of the import, and `others` after its profiles were written and before its commit. */
async function workWhile(id: string, others: () => Promise<unknown>): Promise<void> {
  const holder = await owner.connect();
  await holder.query('begin');
  // the rows of the import are replaced after the profiles are written
  await holder.query('select from profile_import_row where import_id = $1 for update', [id]);
  const done = work();
  try {
    await expect.poll(async () => (await stateOf(id)).done, { timeout: 20_000 }).toBeGreaterThan(0);
    await others();
  } finally {
    await holder.query('rollback');
    holder.release();
    await done;
  }
}

beforeEach(() => appoint(true));

test('others give the role that a file gives, and delete who does not hold it', async () => {
  const before = (await totals()).stored ?? 0;
  const other = await add();
  const id = await planOf(3, { roles: 'Store clerk' });
  await admin.call(imports.apply, { ...at(id), body: { rows: 'all' } });
  await workWhile(id, async () => {
    await admin.call(profiles.remove, at(other));
    await add([clerk]);
  });
  expect(await stateOf(id)).toMatchObject({ state: 'applied', counts: { created: 3 } });
  expect(await totals()).toEqual({ shown: before + 1 + 3, stored: before + 1 + 3 });
});

test('others add and delete profiles while a file is applied, and while it is reverted', async () => {
  const before = (await totals()).stored ?? 0;
  const others = [await add(), await add()];
  const change = async () => {
    await admin.call(profiles.remove, at(others.pop() ?? ''));
    await add();
  };
  const id = await planOf(3);
  await admin.call(imports.apply, { ...at(id), body: { rows: 'all' } });
  await workWhile(id, change);
  expect(await stateOf(id)).toMatchObject({ state: 'applied', counts: { created: 3 } });
  expect(await totals()).toEqual({ shown: before + 2 + 3, stored: before + 2 + 3 });

  await admin.call(imports.revert, at(id));
  await workWhile(id, change);
  expect(await stateOf(id)).toMatchObject({ state: 'reverted', counts: { deleted: 3 } });
  expect(await totals()).toEqual({ shown: before + 2, stored: before + 2 });
});

test('a file that is refused at its end leaves the total as it is', async () => {
  const id = await planOf(2);
  const before = await totals();
  await admin.call(imports.apply, { ...at(id), body: { rows: 'all' } });
  await workWhile(id, () => appoint(false));
  await appoint(true);
  expect(await stateOf(id)).toMatchObject({ state: 'ready', refusal: { reason: 'importNotAllowed' } });
  expect(await totals()).toEqual(before);
  await add();
  expect(await totals()).toEqual({ shown: before.shown + 1, stored: (before.stored ?? 0) + 1 });
});

test('a file that is written at once counts in the total', async () => {
  const before = await totals();
  const file = new TextEncoder().encode(`name,profile id\nNew,at.once.a\nNew,at.once.b`);
  await admin.call(imports.file, { file });
  expect(await totals()).toEqual({ shown: before.shown + 2, stored: (before.stored ?? 0) + 2 });
});
