import { devices } from '@keyward/contract/devices';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { accessDevicesById } from '#core/auth/access.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin } = portal.as;

test('an OKM is online until its last report is older than the number of minutes that the organization sets', async () => {
  const { data } = await admin.call(devices.list, { query: { device_class: 'OKM' } });
  const id = data[0]?.id ?? '';
  const minutes = 17;
  await portal.database.system.query(
    `update tenant set config = config || jsonb_build_object('offlineOkmMinutes', $2::int) where id = $1`,
    [tenants.demo, minutes],
  );
  /** In one transaction, in which now() stays the same. */
  const reachable = (seconds: number) =>
    portal.inTenant('demo', async (db) => {
      await db
        .updateTable('device')
        .set({ state_updated_at: sql<string>`now() - make_interval(mins => ${minutes}, secs => ${seconds})` })
        .where('id', '=', id)
        .execute();
      return (await accessDevicesById(db, [id]))[0]?.reachable;
    });
  expect(await reachable(0)).toBe(true);
  expect(await reachable(0.001)).toBe(false);
});
