import { devices } from '@keyward/contract/devices';
import { expectAccessible } from './axe.ts';
import { drawer, expectTotal, row, withoutLive } from './list.ts';
import { expect, nightly, test } from './people.ts';
import { batchNames, bulk, confirmDelete, loadedBox } from './selection.ts';
import { leeds, left, newDevice, someDevices } from './things.ts';
import { issueToken } from './tokens.ts';

test('the confirmation counts what is deleted with the rows', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { word, names } = batchNames('Cabinet', 2);
  for (const name of names) {
    const { id } = await newDevice(call, { name, type: 'OKM 40' });
    await issueToken(call, id);
  }
  await withoutLive(page);
  await page.goto(`/devices?search=${word}`);
  await expectTotal(page, 2);
  await loadedBox(page).check();
  await bulk(page).getByRole('button', { name: 'Delete' }).click();
  const question = drawer(page, 'Delete 2 devices');
  await expect(question.getByRole('listitem').last()).toHaveText('2 controller tokens stop working at once.');
  await expectAccessible(page);
  await confirmDelete(page, 'Delete 2 devices');
  await expect.poll(() => left(call, word)).toBe(0);
});

test(
  'the retry of an unanswered request has the same key, and the request runs once',
  nightly,
  async ({ page, api, problems }) => {
    const call = await api('admin');
    const { word } = await someDevices(call, 2);
    await withoutLive(page);
    await page.goto(`/devices?search=${word}`);
    await expectTotal(page, 2);
    const keys: (string | undefined)[] = [];
    await page.route('**/api/v1/devices/delete', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      // the server performs the request, and the reply is lost
      if (keys.length === 1) await route.fetch().then(() => route.abort('connectionreset'));
      else await route.continue();
    });
    problems.expect(/devices\/delete.*ERR_CONNECTION_RESET/, /ERR_CONNECTION_RESET.*devices\/delete/);
    await loadedBox(page).check();
    await bulk(page).getByRole('button', { name: 'Delete' }).click();
    await confirmDelete(page, 'Delete 2 devices');
    const alert = page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' });
    await expect(alert).toBeVisible();
    await expect(page.getByText('Failed to delete 2 devices')).toHaveCount(0);
    expect(await left(call, word)).toBe(0);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('status').filter({ hasText: '2 devices have been deleted' })).toBeVisible();
    expect(keys).toEqual([keys[0], keys[0]]);
  },
);

test('a refusal names and marks its row, and nothing is deleted', nightly, async ({ page, api, problems }) => {
  const call = await api('admin');
  const { word, names, ids } = await someDevices(call, 2);
  const [deleted = '', other = ''] = names;
  const { data: device } = await call(devices.get, { params: { id: ids[0] ?? '' } });
  // a live update would remove the row
  await withoutLive(page);
  await page.goto(`/devices?search=${word}`);
  await expectTotal(page, 2);
  await call(devices.remove, { params: { id: device.id } });
  problems.expect(/404.*\/api\/v1\/devices\/delete/);
  await loadedBox(page).check();
  await bulk(page).getByRole('button', { name: 'Delete' }).click();
  const question = drawer(page, 'Delete 2 devices');
  const details = `${device.serial_number} · ${leeds}`;
  await expect(question.getByRole('listitem').first()).toHaveText(`${deleted}${details}`);
  await confirmDelete(page, 'Delete 2 devices');
  const reason = 'This no longer exists, or it is not in your locations.';
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to delete 2 devices' })).toContainText(
    `${deleted} · ${details}: ${reason} Nothing was changed.`,
  );
  // the reloaded list lacks the deleted row; the row that was kept shows the reason
  await expect(row(page, deleted)).toHaveCount(0);
  const spared = row(page, other).getByRole('button', { name: /^Nothing was changed, because another/ });
  await spared.hover();
  await expect(page.getByRole('tooltip')).toHaveText(/^Nothing was changed, because another/);
  await expectAccessible(page);
  // all or none
  expect(await left(call, word)).toBe(1);
});
