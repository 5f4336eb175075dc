// The rows of a download, and its refusal for their number.
import { devices } from '@keyward/contract/devices';
import { cellsOf, download, fileOf } from './csv.ts';
import { rows, searchFor, totalRows } from './list.ts';
import { expect, nightly, test } from './people.ts';
import { locationTag, newDevice } from './things.ts';

test(
  'a download has the rows of the header’s locations and of a filter, in the chosen order',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const { column } = await locationTag(call);
    // a location that no test adds devices to
    const locations = { [column]: 'Northgate – York' };
    await page.addInitScript(
      (filters) => localStorage.setItem('filters', filters),
      JSON.stringify({ global: locations }),
    );
    const asked = { device_class: 'LOCK', sort: 'serial_number:desc' } as const;
    const { data, total_results } = await call(devices.list, {
      query: { ...asked, ...locations, results_per_page: '200' },
    });
    expect(data.length).toBeGreaterThan(1);
    expect(data).toHaveLength(total_results);
    await page.goto(`/devices?filter.device_class=${asked.device_class}&sort=${asked.sort}`);
    await totalRows(page);
    const [header = [], ...lines] = cellsOf((await fileOf(page)).text);
    expect(lines.map((line) => line[header.indexOf('Serial number')])).toEqual(data.map((row) => row.serial_number));
  },
);

test('a narrower search is not refused for the rows of the previous search', nightly, async ({ page, api }) => {
  const device = await newDevice(await api('admin'));
  await page.route('**/tenants/config/csvDownloadRecordsLimit', (route) => route.fulfill({ json: { data: 1 } }));
  await page.goto('/devices');
  expect(await totalRows(page)).toBeGreaterThan(1);
  const arrived = Promise.withResolvers<void>();
  await page.route('**/api/v1/devices?**search=**', async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await searchFor(page, device.serial_number);
  await expect(page.getByRole('table', { name: 'Devices table' })).toHaveAttribute('aria-busy', 'true');
  await expect(download(page)).toHaveAttribute('aria-disabled', 'true');
  await download(page).dispatchEvent('click');
  arrived.resolve();
  await expect(rows(page)).toHaveCount(1);
  await expect(download(page)).not.toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('alert')).toHaveText(['']);
  expect(cellsOf((await fileOf(page)).text)[1]?.[0]).toBe(device.name);
});
