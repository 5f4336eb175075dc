import { devices } from '@keyward/contract/devices';
import { expect, test } from 'vitest';
import { serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin } = portal.as;
await portal.database.system.query(
  `insert into key_custody (tenant_id, device_id, profile_id, checked_out_at)
   select d.tenant_id, d.id, p.id, now() from device d join profile p on p.tenant_id = d.tenant_id and p.username = 'clerk'
   where d.tenant_id = $1 and d.serial_number = $2`,
  [tenants.demo, serials.northKey],
);

test('the list of devices filters by whether a key is out', async () => {
  const listed = async (held_since: string) => {
    const { data } = await admin.call(devices.list, { query: { held_since } });
    return data.some((row) => row.serial_number === serials.northKey);
  };
  for (const filter of ['EXISTS', 'not:NOT_EXISTS', 'gte:now-1d']) expect(await listed(filter)).toBe(true);
  for (const filter of ['NOT_EXISTS', 'not:gte:now-1d']) expect(await listed(filter)).toBe(false);
});

test.each(['EXISTS', 'NOT_EXISTS', 'not:true', 'true'])(
  'it takes %s for OKMs that wait for their access',
  async (filter) => {
    expect((await admin.raw('GET', `${devices.list.path}?waits_for_access=${filter}`)).status).toBe(200);
  },
);
