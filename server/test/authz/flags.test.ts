// Flags that no portal call can set: the in-product administrator, and features that the tenant has not bought.
import { devices } from '@keyward/contract/devices';
import { secureKeys } from '@keyward/contract/onepass';
import { profiles } from '@keyward/contract/profiles';
import { views } from '@keyward/contract/views';
import { why } from '@keyward/contract/why';
import { afterEach, expect, test } from 'vitest';
import { serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, harborAdmin } = portal.as;
const owner = portal.database.system;
const idOf = async (username: string, tenant: keyof typeof tenants = 'demo') =>
  (
    await owner.query<{ id: string }>('select id from profile where tenant_id = $1 and username = $2', [
      tenants[tenant],
      username,
    ])
  ).rows[0]?.id ?? '';
const flagged = async () =>
  (await owner.query<{ n: number }>('select count(*)::int as n from profile where is_keyward_admin')).rows[0]?.n;

test('no call makes a profile the in-product administrator, whatever the field name', async () => {
  const id = await idOf('clerk');
  const wishes = {
    isKeywardAdmin: true,
    is_keyward_admin: true,
    keywardAdmin: true,
    support: true,
    info: { admin: true },
  };
  const made = await admin.raw('POST', profiles.create.path, { name: 'Wish', username: 'wish', ...wishes });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ data: { isKeywardAdmin: false } });
  const changed = await admin.raw('PATCH', `/api/v1/users/${id}`, { name: 'Carl', ...wishes });
  expect(changed.status).toBe(200);
  for (const name of ['isKeywardAdmin', 'is_keyward_admin'])
    expect((await admin.raw('POST', '/api/v1/me/settings', { name, category: 'UI', value: true })).status).toBe(400);
  expect(await flagged()).toBe(0);
});

test('an in-product administrator has no rights in another tenant', async () => {
  await owner.query(`update profile set is_keyward_admin = true where tenant_id = $1 and username = 'admin'`, [
    tenants.demo,
  ]);
  const off = { body: { disabled: true } };
  const clerk = { id: await idOf('clerk') };
  const theirs = { id: await idOf('clerk', 'harbor') };
  expect((await admin.request(profiles.update, { params: theirs, ...off })).status).toBe(404);
  const refusal = { status: 403, code: 'activeNotAllowed' };
  expect(await harborAdmin.refused(profiles.update, { params: theirs, ...off })).toMatchObject(refusal);
  expect((await admin.request(profiles.update, { params: clerk, ...off })).status).toBe(200);
});

const setFeatures = (features: string[]) =>
  owner.query('update tenant set features = $2 where id = $1', [tenants.demo, features]);
afterEach(() => setFeatures(['secureKey']));

test('without OnePASS no profile has its rights, whatever its roles', async () => {
  const names = async () =>
    (await admin.call(views.list, { query: { resource: 'device' } })).data.map((view) => view.value);
  const explain = async () => {
    const params = { id: await idOf('admin'), permission: 'SECURE-KEYS' as const };
    return (await admin.call(why.permission, { params })).data.failed;
  };
  const onePass = 'OnePASS Supported Devices';
  const unknown = await admin.refused(devices.list, { query: { custom_view: 'Never there' } });
  expect(await names()).toContain(onePass);
  expect(await explain()).toBeNull();
  await setFeatures([]);
  expect(await names()).not.toContain(onePass);
  expect(await explain()).toBe('feature');
  const refused = await admin.refused(devices.list, { query: { custom_view: onePass } });
  expect(JSON.stringify(refused)).toBe(JSON.stringify(unknown).replaceAll('Never there', onePass));
});

test('without OnePASS its calls are refused to every profile', async () => {
  const body = { serial: serials.northPadlock, duration: 60, count: 1 };
  const { id } = await admin.call(secureKeys.create, { body });
  await setFeatures([]);
  for (const as of [admin, portal.as.manager]) {
    const forbidden = { status: 403, code: 'forbidden' };
    expect(await as.refused(secureKeys.list, {})).toMatchObject(forbidden);
    expect(await as.refused(secureKeys.get, { params: { id } })).toMatchObject(forbidden);
    expect(await as.refused(secureKeys.create, { body })).toMatchObject(forbidden);
    for (const call of [views.list, views.counts]) {
      expect((await as.request(call, { query: { resource: 'secure-key' } })).status).toBe(403);
    }
  }
});

test('an e-mail address or profile ID of another tenant is available', async () => {
  await owner.query(
    `update profile set username = 'harboronly', email = 'only@harbor.example' where tenant_id = $1 and username = 'clerk'`,
    [tenants.harbor],
  );
  const body = { name: 'Same', username: 'harboronly', email: 'only@harbor.example' };
  expect((await admin.request(profiles.create, { body })).status).toBe(201);
});
