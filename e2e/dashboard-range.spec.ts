import { card, chooseRange } from './insights.ts';
import { expect, nightly, test } from './people.ts';

test('the range of the pictures is in the address, also on the way back from a list', nightly, async ({ page }) => {
  const chosen = (name: string) => page.getByRole('radiogroup', { name: 'Range of time' }).getByRole('radio', { name });
  await page.goto('/dashboard?range=fortnight');
  await expect(chosen('7 days')).toBeChecked();
  await expect(page).toHaveURL('/dashboard');
  await chooseRange(page, '13 months');
  await expect(page).toHaveURL('/dashboard?range=year');
  await card(page, 'Unsecured locks').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/devices/);
  await page.goBack();
  await expect(chosen('13 months')).toBeChecked();
  await page.reload();
  await expect(chosen('13 months')).toBeChecked();
  await chooseRange(page, '7 days');
  await expect(page).toHaveURL('/dashboard');
});
