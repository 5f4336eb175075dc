// Changes that wait for another change see its result and keep it.
import { activity } from '@keyward/contract/activity';
import { devices } from '@keyward/contract/devices';
import { profiles } from '@keyward/contract/profiles';
import { expect, test } from 'vitest';
import { serials, tenants } from '#testing/people.ts';
import { openBulk } from './bulk.testing.ts';

const { portal, definitions, add, get, apply } = await openBulk();
const { admin } = portal.as;
const owner = portal.database.system;
const department = definitions.find((d) => d.label === 'Department');
const toys = department?.values.find((v) => v.name === 'Toys')?.id ?? '';
const tagId = department?.id ?? '';

type Stored = { table: 'profile' | 'device'; id: string };

/** Starts `act` while another change of the row, which adds Toys, is not yet committed; commits it once `act` waits. */
async function beside<T>({ table, id }: Stored, act: () => Promise<T>): Promise<T> {
  const other = await owner.connect();
  try {
    await other.query('begin');
    await other.query(`update ${table} set version = version + 1 where tenant_id = $1 and id = $2`, [tenants.demo, id]);
    await other.query(
      `insert into ${table}_tag (tenant_id, ${table}_id, tag_definition_id, value_id) values ($1, $2, $3, $4)`,
      [tenants.demo, id, tagId, toys],
    );
    const acting = act();
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await owner.query(waiting)).rowCount).toBe(1);
    await other.query('commit');
    return await acting;
  } finally {
    await other.query('rollback');
    other.release();
  }
}

test('a group assigned to several profiles is added to the values that were stored last', async () => {
  const id = await add();
  await beside({ table: 'profile', id }, () => apply([id], { kind: 'tag', tagId, give: ['Shoes'], take: [] }));
  const { tags } = await get(id);
  expect(tags.find((tag) => tag.tagId === tagId)?.values.toSorted()).toEqual(['Shoes', 'Toys']);
});

test('the event of a change names the values that it replaced', async () => {
  const id = await add();
  const body = { tags: [{ tagId, values: ['Shoes'] }] };
  await beside({ table: 'profile', id }, () => admin.call(profiles.update, { params: { id }, body }));
  expect(await replacedIn(id)).toContainEqual(expect.objectContaining({ oldValue: 'Toys', newValue: 'Shoes' }));

  const { data } = await admin.call(devices.list, { query: { serial_number: serials.northPadlock } });
  const { id: device = '', name = '' } = data[0] ?? {};
  await beside({ table: 'device', id: device }, () =>
    admin.call(devices.update, { params: { id: device }, body: { ...body, name } }),
  );
  expect(await replacedIn(device)).toContainEqual(expect.objectContaining({ oldValue: 'Toys', newValue: 'Shoes' }));
});

const replacedIn = async (id: string) =>
  (await admin.call(activity.list, { query: { entity_id: id, event: 'MODIFY_USER,MODIFY_DEVICE' } })).data[0]
    ?.description.changes ?? [];
