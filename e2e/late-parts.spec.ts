import type { Locator } from '@playwright/test';
import { drawer, totalRows } from './list.ts';
import { expect, test } from './people.ts';
import { newDevice } from './things.ts';

/** The props that React last gave the element: an object of its own for each time that it was rendered. */
const propsOf = (of: Locator) =>
  of.evaluateHandle((element): unknown => {
    const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'));
    return key && Reflect.get(element, key);
  });

// a drawer brings dozens of namespaces, and the page would render once for each
test('texts that load with a drawer render nothing again that is on screen', async ({ page }) => {
  await page.goto('/devices');
  await totalRows(page);
  const sections = page.getByRole('navigation', { name: 'Sections' });
  const before = await propsOf(sections);
  expect(await before.evaluate((props) => typeof props)).toBe('object');
  await page.getByRole('button', { name: 'Add device' }).click();
  await expect(drawer(page, 'Add device').getByRole('textbox', { name: 'Serial' })).toBeVisible();
  expect(await before.evaluate((props, now) => props === now, await propsOf(sections))).toBe(true);
});

test('a drawer asks for nothing that only its other tabs show', async ({ page, api }) => {
  const device = await newDevice(await api('admin'));
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/(events|histogram|history|why)\b/.test(pathname)) asked.push(pathname);
  });
  await page.goto(`/devices?open=${device.id}`);
  const opened = drawer(page, device.name);
  await expect(opened.getByRole('region', { name: 'Reported state' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  await opened.getByRole('tab', { name: 'History' }).click();
  await expect.poll(() => asked).toContain('/api/v1/events');
});
