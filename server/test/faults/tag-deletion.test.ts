// Deleting a tag during the assignment of one of its values: two modules with one lock order.
import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { expect, test } from 'vitest';
import { replaceTags } from '#core/tags/queries.ts';
import { lockDevice } from '#modules/devices/queries.ts';
import { serials } from '#testing/people.ts';
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

/** Waits until this many transactions of the database wait for a lock. */
async function waiting(n: number): Promise<void> {
  for (;;) {
    const { rows } = await system.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if ((rows[0]?.n ?? 0) >= n) return;
  }
}
