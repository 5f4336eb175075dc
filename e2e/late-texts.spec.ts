import type { Locator } from '@playwright/test';
import { drawer, totalRows } from './list.ts';
import { expect, test } from './people.ts';

/** Keeps the props that React last gave the element; `unchanged` says whether they are still those. */
const keepProps = (of: Locator) =>
  of.evaluate((element) => {
    const key = Object.keys(element).find((name) => name.startsWith('__reactProps$')) ?? 'none';
    const { [key]: props } = element as unknown as Record<string, unknown>;
    Object.assign(element, { unchanged: () => (element as unknown as Record<string, unknown>)[key] === props });
    return props !== undefined;
  });
const unchanged = (of: Locator) =>
  of.evaluate((element) => (element as unknown as { unchanged: () => boolean }).unchanged());

// a drawer brings dozens of namespaces, and the page would render once for each
test('texts that load with a drawer render nothing again that is on screen', async ({ page }) => {
  await page.goto('/devices');
  await totalRows(page);
  const sections = page.getByRole('navigation', { name: 'Sections' });
  expect(await keepProps(sections)).toBe(true);
  await page.getByRole('button', { name: 'Add device' }).click();
  await expect(drawer(page, 'Add device').getByRole('textbox', { name: 'Serial' })).toBeVisible();
  expect(await unchanged(sections)).toBe(true);
});
