import { profiles } from '@keyward/contract/profiles';
import { groups } from '@keyward/contract/groups';
import { roles } from '@keyward/contract/roles';
import { expect, test } from 'vitest';
import { settle, storedAndJudged } from '#testing/controllers.ts';
import { openOutbox } from '#testing/outbox.ts';
import { north, serials, south, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { dueControllers } from './jobs.ts';

const portal = await openPortal();
const { admin } = portal.as;
const { work, context } = openOutbox(portal);

async function versions(): Promise<number> {
  const { rows } = await portal.database.system.query<{ n: number }>(
    'select sum(version)::int as n from controller_state where tenant_id = $1',
    [tenants.demo],
  );
  return rows[0]?.n ?? 0;
}

// the hashes of forty PINs take the processor for seconds, on a machine that may be busy
test('forty PINs at two OKMs raise the versions a few times, not once each', { timeout: 90_000 }, async () => {
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

test('OKMs that are judged together hold the same as OKMs that are judged one by one', async () => {
  const owner = portal.database.system;
  const addDevices = (like: string, first: string, columns: string) =>
    owner.query(
      `insert into device (tenant_id, device_type_id, name, serial_number, location_definition_id, location_value_id, controller_id)
       select d.tenant_id, d.device_type_id, d.name || ' ' || n, $3 || lpad(n::text, 15, '0'), ${columns}
       from device d, generate_series(1, 30) n
       join tag_value l on l.tenant_id = $1 and l.name = (array[$4, $5])[1 + n % 2]
       where d.tenant_id = $1 and d.serial_number = $2`,
      [tenants.demo, like, first, north, south],
    );
  await addDevices(serials.northOkm, 'B', 'l.tag_definition_id, l.id, null');
  const own = `(select o.id from device o where o.tenant_id = $1 and o.serial_number = 'B' || lpad(n::text, 15, '0'))`;
  await addDevices(serials.northPadlock, 'C', `l.tag_definition_id, l.id, ${own}`);
  const compare = async () => {
    await settle(portal);
    const controllers = await storedAndJudged(portal);
    expect(controllers.length).toBeGreaterThan(30);
    for (const { stored, judged, digests } of controllers) {
      expect(stored).toEqual(judged);
      expect(digests[0]).toBe(digests[1]);
    }
    return controllers.reduce((sum, { version }) => sum + version, 0);
  };
  const added = await compare();
  // some OKMs are judged in full, others only for single people and keys
  await owner.query(`delete from device where tenant_id = $1 and serial_number in ($2, $3)`, [
    tenants.demo,
    'C000000000000003',
    'C000000000000004',
  ]);
  await owner.query(`update profile set name = name || '!' where tenant_id = $1 and username in ('many.4', 'many.7')`, [
    tenants.demo,
  ]);
  await owner.query(
    `insert into secure_key (tenant_id, device_id, created_by, created_by_name, duration, expires_at, max_uses, secret)
     select tenant_id, id, id, 'Mona Manager', 60, now() + interval '1 hour', 1 + n, '\\x00'
     from device, generate_series(1, 2) n where tenant_id = $1 and serial_number like 'C00000000000001_'`,
    [tenants.demo],
  );
  expect(await compare()).toBeGreaterThan(added);
});

test('the job of each minute removes ended entries, and judges an OKM that was never judged', async () => {
  const owner = portal.database.system;
  const held = async () => {
    const { rows } = await owner.query<{ keys: number; judged: number }>(
      `select (select count(*)::int from controller_entry where tenant_id = $1 and kind = 'key' and content is not null) as keys,
        (select count(*)::int from controller_state where tenant_id = $1) as judged`,
      [tenants.demo],
    );
    return rows[0];
  };
  await owner.query(
    `insert into secure_key (tenant_id, device_id, created_by, created_by_name, duration, expires_at, max_uses, secret)
     select tenant_id, id, id, 'Mona Manager', 60, now() + interval '1 hour', 1, '\\x00' from device
     where tenant_id = $1 and serial_number = $2`,
    [tenants.demo, serials.northPadlock],
  );
  await settle(portal);
  const before = await held();
  expect(before?.keys).toBeGreaterThan(0);
  // time passes, without a write that would be marked
  await owner.query(`alter table secure_key disable trigger user; alter table device disable trigger user`);
  await owner.query(`update secure_key set expires_at = now()`);
  await owner.query(`update controller_entry set not_after = now() where kind = 'key'`);
  await owner.query(
    `insert into device (tenant_id, device_type_id, name, serial_number)
     select tenant_id, device_type_id, 'Unjudged', 'D000000000000001' from device where tenant_id = $1 and serial_number = $2`,
    [tenants.demo, serials.northOkm],
  );
  await owner.query(`alter table secure_key enable trigger user; alter table device enable trigger user`);
  await dueControllers.run(undefined, context);
  await work();
  expect(await held()).toEqual({ keys: 0, judged: (before?.judged ?? 0) + 1 });
});
