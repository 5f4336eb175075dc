// Other calls while a file is applied or reverted in one transaction.
import { devices } from '@keyward/contract/devices';
import { gateway, type Report } from '@keyward/contract/gateway';
import { imports } from '@keyward/contract/imports';
import { profiles } from '@keyward/contract/profiles';
import { beforeEach, describe, expect, test } from 'vitest';
import { openOutbox } from '#testing/outbox.ts';
import { serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { issueToken } from '#testing/tokens.ts';

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
const add = async () =>
  (await admin.call(profiles.create, { body: { name: 'Other', username: `other.${count++}` } })).data.id;
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

/** Does the work of the import, and runs `others` after its profiles were written and before its commit. */
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

test('others can add and delete profiles without the role that a file assigns', async () => {
  const before = (await totals()).stored ?? 0;
  const other = await add();
  const id = await planOf(3, { roles: 'Store clerk' });
  await admin.call(imports.apply, { ...at(id), body: { rows: 'all' } });
  await workWhile(id, async () => {
    await admin.call(profiles.remove, at(other));
    await add();
  });
  expect(await stateOf(id)).toMatchObject({ state: 'applied', counts: { created: 3 } });
  expect(await totals()).toEqual({ shown: before + 1 + 3, stored: before + 1 + 3 });
});

test('others can add and delete profiles while a file is applied, and while it is reverted', async () => {
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

test('a file that is refused at the end leaves the total unchanged', async () => {
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

describe('a key is checked out', () => {
  /** Plans a file that changes this profile. */
  const planFor = async (username: string, column: string, cell: string) => {
    await admin.call(profiles.create, { body: { name: 'Holder', username } });
    const file = new TextEncoder().encode(`profile id,${column}\n${username},${cell}`);
    const { data } = await admin.call(imports.plan, { file, query: { update: 'true' } });
    await work();
    return data.id;
  };
  const okm = async () => {
    const [device] = (await admin.call(devices.list, { query: { serial_number: serials.northOkm } })).data;
    return portal.controller((await issueToken(admin, device?.id ?? '')).token);
  };
  /** Reports a check-out of the key by this profile while the import waits to replace its rows. */
  async function checkOut(agent: string) {
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await owner.query(waiting)).rowCount).toBe(1);
    const time = new Date().toISOString();
    const events: Report['events'] = [{ id: agent, type: 'KEY_CHECKOUT', time, agent, result: 'success' }];
    const caller = await okm();
    const answer = await caller.request(gateway.reports, { body: { reports: [{ serial: serials.northKey, events }] } });
    expect(answer.status).toBe(200);
  }
  const holders = async () =>
    (await owner.query('select username from key_custody k join profile p on p.id = k.profile_id')).rows;

  test('by a profile whose password a file is replacing', async () => {
    const id = await planFor('holder.a', 'temporary password', 'Start-here-1');
    await admin.call(imports.apply, { ...at(id), body: { rows: 'all' } });
    await workWhile(id, () => checkOut('holder.a'));
    expect(await stateOf(id)).toMatchObject({ state: 'applied', counts: { updated: 1 } });
    expect(await holders()).toEqual([{ username: 'holder.a' }]);
  });

  test('by a profile whose validity is being restored by reverting', async () => {
    const id = await planFor('holder.b', 'valid until', '2001-01-01 00:00');
    await admin.call(imports.apply, { ...at(id), body: { rows: 'all' } });
    await work();
    await admin.call(imports.revert, at(id));
    await workWhile(id, () => checkOut('holder.b'));
    expect(await stateOf(id)).toMatchObject({ state: 'reverted', counts: { restored: 1 } });
    expect(await holders()).toEqual([{ username: 'holder.b' }]);
  });
});
