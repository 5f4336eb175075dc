// Deleting a tag during the assignment of one of its values: two modules with one lock order.
import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { expect, test } from 'vitest';
import { replaceTags } from '#core/tags/queries.ts';
import { lockDevice } from '#modules/devices/queries.ts';
import { serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin } = portal.as;
const { system } = portal.database;

const padlock = (await admin.call(devices.list, { query: { serial_number: serials.northPadlock } })).data[0]?.id ?? '';
const tag = (await admin.call(groups.create, { body: { label: 'Raced', type: 1, values: ['A', 'B'] } })).data;
const row = (name: string) => ({
  tag_definition_id: tag.id,
  value_id: tag.values.find((v) => v.name === name)?.id ?? null,
  text: null,
  every_value: false,
});

test('a deletion waits for a concurrent assignment, and then removes it', async () => {
  await portal.inTenant('demo', (db) => replaceTags(db, { type: 'devices', id: padlock }, [], [row('B')]));
  let removing: Promise<{ status: number }> | undefined;
  await portal.inTenant('demo', async (db) => {
    await lockDevice(db, { allData: true, locations: [] }, padlock);
    await replaceTags(db, { type: 'devices', id: padlock }, [tag.id], []);
    removing = admin.request(groups.remove, { params: { id: tag.id } });
    await waiting(1);
    await replaceTags(db, { type: 'devices', id: padlock }, [], [row('A')]);
  });
  expect((await removing)?.status).toBe(204);
  const { rows } = await system.query('select from device_tag where tag_definition_id = $1', [tag.id]);
  expect(rows).toEqual([]);
});

test('a deletion judges the devices that get the value while it waits', async () => {
  const body = { label: 'Raced again', type: 1 as const, values: ['A', 'B'] };
  const { data: other } = await admin.call(groups.create, { body });
  const value = other.values[0]?.id ?? null;
  const editor = await groupsEditor();
  const deletions = [
    () =>
      editor.request(groups.editValues, {
        params: { id: other.id },
        body: { values: [{ oldValue: 'A', newValue: null }] },
      }),
    () => editor.request(groups.remove, { params: { id: other.id } }),
  ];
  for (const remove of deletions) {
    let removing: Promise<{ status: number; body: unknown }> | undefined;
    await portal.inTenant('demo', async (db) => {
      await lockDevice(db, { allData: true, locations: [] }, padlock);
      await replaceTags(
        db,
        { type: 'devices', id: padlock },
        [other.id],
        [{ tag_definition_id: other.id, value_id: value, text: null, every_value: false }],
      );
      removing = remove();
      await waiting(1);
    });
    const answer = await removing;
    expect([answer?.status, answer?.body]).toMatchObject([
      403,
      { errors: [{ code: 'groupNeedsDevices', params: { count: 1 } }] },
    ]);
    await portal.inTenant('demo', (db) => replaceTags(db, { type: 'devices', id: padlock }, [other.id], []));
  }
});

/** A profile with the right to edit groups only. */
async function groupsEditor() {
  const id = async (text: string, values: unknown[]) =>
    (await system.query<{ id: string }>(text, values)).rows[0]?.id ?? '';
  const role = await id(`insert into role (tenant_id, name) values ($1, 'Groups') returning id`, [tenants.demo]);
  await system.query(`insert into role_permission values ($1, $2, 'ACCESS-GROUP-TAGS', 'EDIT')`, [tenants.demo, role]);
  const profile = await id(
    `insert into profile (tenant_id, name, username) values ($1, 'Groups', 'groups') returning id`,
    [tenants.demo],
  );
  await system.query('insert into profile_role values ($1, $2, $3)', [tenants.demo, profile, role]);
  return portal.signIn(profile);
}

/** Waits until this many transactions of the database wait for a lock. */
async function waiting(n: number): Promise<void> {
  for (;;) {
    const { rows } = await system.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if ((rows[0]?.n ?? 0) >= n) return;
  }
}
