// Alerts in a drawer, and the titles of its failures.
import { groups } from '@keyward/contract/groups';
import type { Locator, Page, Route } from '@playwright/test';
import { drawer, headAction, row, rowLink, searchFor, totalRows } from './list.ts';
import { expect, nightly, test } from './people.ts';
import { leeds, newDevice, newNames, prefixes } from './things.ts';

test.use({ reducedMotion: 'reduce' });

const button = (of: Page | Locator, name: string) => of.getByRole('button', { name, exact: true });
const nameField = (of: Locator) => of.getByRole('textbox', { name: 'Name' });
const alertIn = (of: Locator) => of.getByRole('alert').filter({ hasText: /\S/ });

/** Every write fails; reads go on. */
const failing = async (page: Page, path: string) => {
  await page.route(path, (route: Route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 500, json: { errors: [{ code: 'internal', detail: 'broken' }] } }),
  );
};

/** Hue of the text colour in degrees: 0 is red, 60 yellow. */
const hueOf = (of: Locator): Promise<number> =>
  of.evaluate((element) => {
    const [r = 0, g = 0, b = 0] = (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(Number);
    return (Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI;
  });

test.describe('in a low window', () => {
  test.use({ viewport: { width: 1280, height: 420 } });

  test(
    'a failure and a warning scroll into view and take the focus; the page’s alert stays',
    nightly,
    async ({ page, api, problems }) => {
      problems.expect(/500.*\/api\/v1\/devices/, /failed: POST .*logout/, /ERR_FAILED.*logout/);
      const device = await newDevice(await api('admin'));
      await page.goto('/devices');
      await totalRows(page);
      await searchFor(page, device.name);
      // an alert of the page
      await page.route('**/api/v1/logout', (route) => route.abort());
      await page.getByRole('button', { name: /^Your account/ }).click();
      await button(page, 'Sign out').click();
      const ofPage = page.getByText('Logout failed', { exact: true });
      await expect(ofPage).toBeVisible();

      await rowLink(row(page, device.name)).click();
      const form = drawer(page, device.name);
      await failing(page, `**/api/v1/devices/${device.id}`);
      const save = async (name: string) => {
        await nameField(form).fill(name);
        await form.getByRole('textbox', { name: 'Notes' }).scrollIntoViewIfNeeded();
        await expect(nameField(form)).not.toBeInViewport();
        await button(form, 'Save').click();
      };
      await save(`${device.name} changed`);
      await expect(alertIn(form)).toContainText('Failed to update device');
      await expect(alertIn(form)).toBeInViewport();
      await expect(page.locator(':focus')).toContainText('Failed to update device');
      const orange = await hueOf(alertIn(form).locator('strong'));
      await expect(ofPage).toBeVisible();

      await save(`${device.name} <b>changed</b>`);
      await expect(alertIn(form)).toContainText('Some characters will be removed');
      await expect(alertIn(form)).toBeInViewport();
      await expect(page.locator(':focus')).toContainText('Some characters will be removed');
      const yellow = await hueOf(alertIn(form).locator('strong'));
      expect(orange).toBeLessThan(30);
      expect(yellow).toBeGreaterThan(30);
      expect(yellow).toBeLessThan(65);
      await alertIn(form).getByRole('button', { name: 'Close' }).click();
      await expect(alertIn(form)).toHaveCount(0);
      await expect(ofPage).toBeVisible();
    },
  );
});

test('each failed action on a device has its own title', nightly, async ({ page, api, problems }) => {
  problems.expect(/500.*\/api\/v1\/devices/);
  const device = await newDevice(await api('admin'));
  const { name, serial } = newNames(prefixes['Cabinet lock']);
  await failing(page, '**/api/v1/devices');
  await failing(page, `**/api/v1/devices/${device.id}`);
  await page.goto('/devices?open=new');
  const form = drawer(page, 'Add device');
  await nameField(form).fill(name);
  await form.getByRole('textbox', { name: 'Serial number' }).fill(serial);
  await form.getByRole('combobox', { name: 'Location' }).click();
  await page.getByRole('option', { name: leeds, exact: true }).click();
  await button(form, 'Add device').click();
  await expect(alertIn(form)).toContainText('Failed to add device');
  await button(form, 'Cancel').click();
  await button(form, 'Discard changes').click();

  await page.goto(`/devices?open=${device.id}`);
  await headAction(drawer(page, device.name), 'Delete');
  const question = drawer(page, 'Delete device');
  await button(question, 'Delete device').click();
  await expect(alertIn(question)).toContainText('Failed to delete device');
});

test('each failed action on a category or its groups has its own title', nightly, async ({ page, api, problems }) => {
  problems.expect(/500.*\/api\/v1\/tag-definitions/);
  const call = await api('admin');
  const label = `Failing ${crypto.randomUUID().slice(0, 8)}`;
  const { data: tag } = await call(groups.create, { body: { label, type: 1, values: ['Only'] } });
  await failing(page, '**/api/v1/tag-definitions**');
  await failing(page, '**/api/v1/tag-definitions/**');
  await page.goto(`/access/groups?tag=${tag.id}`);

  const fails = async (opener: string, title: string, words: string, submit: string, fill: string) => {
    const item = page.getByRole('listitem').filter({ has: button(page, opener) });
    if ((await item.count()) > 0) await item.first().hover();
    await button(page, opener).click();
    const form = drawer(page, title);
    await form.getByRole('textbox').first().fill(fill);
    await button(form, submit).click();
    await expect(alertIn(form)).toContainText(words);
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    if (submit !== 'Delete') await question.getByRole('button', { name: 'Discard changes' }).click();
    await expect(drawer(page)).toHaveCount(0);
  };
  await fails('Add Access Group Category', 'Add Access Group Category', 'Tag could not be added', 'Add', `${label} b`);
  await fails(`Edit ${label}`, 'Edit Access Group Category', 'Tag could not be updated', 'Save', `${label} b`);
  await fails(`Delete ${label}`, 'Delete Access Group Category', 'Tag could not be deleted', 'Delete', label);
  const values = 'Value could not be added or updated';
  await fails('Add Access Group', 'Add Access Group', values, 'Add', 'Other');
  await fails('Edit Only', 'Edit Access Group', values, 'Save', 'Other');
  await fails('Delete Only', 'Delete Access Group', 'Value could not be deleted', 'Delete', 'Only');
  await page.unrouteAll({ behavior: 'wait' });
  await call(groups.remove, { params: { id: tag.id } });
});
