import { profiles } from '@keyward/contract/profiles';
import { groups } from '@keyward/contract/groups';
import { roles } from '@keyward/contract/roles';
import { expect, test } from 'vitest';
import { settle } from '#testing/controllers.ts';
import { openOutbox } from '#testing/outbox.ts';
import { north, south, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin } = portal.as;
const { work } = openOutbox(portal);

async function versions(): Promise<number> {
  const { rows } = await portal.database.system.query<{ n: number }>(
    'select sum(version)::int as n from controller_state where tenant_id = $1',
    [tenants.demo],
  );
  return rows[0]?.n ?? 0;
}

test('forty PINs at two OKMs raise the versions a few times, not once each', async () => {
  const { data: definitions } = await admin.call(groups.definitions, {});
  const location = definitions.find((d) => d.is_location)?.id ?? '';
  const okmUser = (await admin.call(roles.list, {})).data.find((role) => role.name === 'OKM user')?.id ?? '';
  for (let n = 0; n < 40; n++) {
    const tags = [{ tagId: location, values: [n % 2 ? north : south] }];
    const body = { name: `Many ${n}`, username: `many.${n}`, roles: [okmUser], tags };
    await admin.call(profiles.create, { body });
  }
  await settle(portal);
  const before = await versions();
  await work();
  const { rows } = await portal.database.system.query<{ n: number }>(
    'select count(*)::int as n from pin where tenant_id = $1 and verifier is null',
    [tenants.demo],
  );
  expect(rows).toEqual([{ n: 0 }]);
  expect((await versions()) - before).toBeGreaterThan(0);
  expect((await versions()) - before).toBeLessThan(12);
});
