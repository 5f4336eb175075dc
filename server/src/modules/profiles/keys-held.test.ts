import { profiles } from '@keyward/contract/profiles';
import { expect, test } from 'vitest';
import { serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, clerk, manager, editor } = portal.as;
const { data: everyone } = await admin.call(profiles.list, {});
const idOf = (username: string) => everyone.find((row) => row.username === username)?.id ?? '';
// one key at North, one at South
await portal.database.system.query(
  `insert into key_custody (tenant_id, device_id, profile_id, checked_out_at)
   select tenant_id, id, $2, now() from device where tenant_id = $1 and serial_number = any($3)`,
  [tenants.demo, idOf('clerk'), [serials.northKey, serials.southPadlock]],
);
const heldBy = async (caller: typeof admin, username: string) =>
  (await caller.call(profiles.get, { params: { id: idOf(username) } })).data.keys_held;

test('a profile shows how many keys it holds at the locations of the caller', async () => {
  expect(await heldBy(admin, 'clerk')).toBe(2);
  expect(await heldBy(manager, 'clerk')).toBe(1);
  expect(await heldBy(admin, 'manager')).toBe(0);
});

test('a change returns the same number', async () => {
  const { data } = await admin.call(profiles.update, { params: { id: idOf('clerk') }, body: { name: 'Carla Clerk' } });
  expect(data.keys_held).toBe(2);
});

test('the number is null for a caller who may not read devices', async () => {
  expect(await heldBy(editor, 'clerk')).toBe(2);
  await portal.database.system.query(
    `delete from role_permission where tenant_id = $1 and permission = 'DEVICES'
       and role_id = (select id from role where tenant_id = $1 and name = 'Editor')`,
    [tenants.demo],
  );
  expect(await heldBy(editor, 'clerk')).toBeNull();
  const { data } = await editor.call(profiles.losses, { body: { ids: [idOf('clerk')] } });
  expect(data).toEqual({ keysHeld: 0 });
});

test('the preview of a deletion counts the keys that the selected profiles hold', async () => {
  const losses = async (caller: typeof admin) =>
    (await caller.call(profiles.losses, { body: { ids: [idOf('clerk'), idOf('manager')] } })).data;
  expect(await losses(admin)).toEqual({ keysHeld: 2 });
  expect(await losses(manager)).toEqual({ keysHeld: 1 });
  const hidden = { body: { ids: [idOf('nobody')] } };
  expect((await manager.raw('POST', profiles.losses.path, hidden.body)).status).toBe(404);
  expect((await clerk.raw('POST', profiles.losses.path, hidden.body)).status).toBe(403);
});
