import { expectAccessible } from './axe.ts';
import { expect, test } from './people.ts';
import { leeds } from './things.ts';

test('the page of closing checks shows each location and says who is mailed', async ({ page }) => {
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Closing check' }).click();
  await expect(page).toHaveURL('/dashboard?details_view=closing');
  await expect(page.getByRole('heading', { level: 1, name: 'Closing check' })).toBeVisible();
  const line = page.getByRole('row').filter({ hasText: leeds });
  await expect(line).toBeVisible();
  await expect(page.getByText('profile is mailed when a location is not in order')).toBeVisible();
  await expectAccessible(page);
});
