import { settings } from '@keyward/contract/settings';
import { expect, test } from 'vitest';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, clerk, nobody, harborAdmin } = portal.as;
const owner = portal.database.system;

test('the tenant’s defaults are the same for every profile', async () => {
  const { data } = await nobody.call(settings.defaults);
  expect(Object.fromEntries(data.map((s) => [s.name, s.value]))).toEqual({
    Locale: 'en',
    Timezone: 'UTC',
    DashboardMetrics: [
      { id: 'MultipleOnekeyCheckouts' },
      { id: 'OkmsOffline' },
      { id: 'UnauthorizedAttempts' },
      { id: 'UnsecuredLocks' },
    ],
  });
  expect(data.every((s) => s.user_id === null && s.category === 'UI' && s.client_data === null)).toBe(true);
  expect((await admin.call(settings.defaults)).data).toEqual(data);
});

test('a tenant without stored metrics has an empty list', async () => {
  await owner.query(`delete from setting where tenant_id = $1 and name = 'DashboardMetrics'`, [tenants.harbor]);
  const { data } = await harborAdmin.call(settings.defaults);
  expect(data.find((s) => s.name === 'DashboardMetrics')).toMatchObject({ id: null, user_id: null, value: [] });
});

test('a profile’s own settings are private', async () => {
  expect((await clerk.call(settings.mine)).data).toEqual([]);
  await owner.query(
    `insert into setting (tenant_id, profile_id, name, client_data, value)
     select tenant_id, id, 'CustomView', 'device', '{"view":"Locks"}' from profile where tenant_id = $1 and username = 'clerk'`,
    [tenants.demo],
  );
  const { data } = await clerk.call(settings.mine);
  expect(data).toMatchObject([{ name: 'CustomView', client_data: 'device', value: { view: 'Locks' } }]);
  expect((await admin.call(settings.mine)).data).toEqual([]);
  expect((await admin.call(settings.defaults)).data.map((s) => s.name)).not.toContain('CustomView');
});

test('tenant values have defaults, and unknown names do not exist', async () => {
  const value = async (name: 'autoLogoutTimeoutMins' | 'csvDownloadRecordsLimit' | 'csvUploadRecordsLimit') =>
    (await nobody.call(settings.tenantConfig, { params: { name } })).data;
  expect(await value('autoLogoutTimeoutMins')).toBe(15);
  await owner.query(`update tenant set config = '{"csvDownloadRecordsLimit": -1}' where id = $1`, [tenants.demo]);
  expect(await value('csvDownloadRecordsLimit')).toBe(-1);
  expect(await value('csvUploadRecordsLimit')).toBe(1000);
  for (const name of ['constructor', '__proto__', 'autologouttimeoutmins', 'slug']) {
    const answer = await nobody.raw('GET', `/api/v1/tenants/config/${name}`);
    expect(answer.status, name).toBe(400);
  }
});
