// Closing the settings: its questions, and the ways of closing. Nothing is saved.
import { live } from '@keyward/contract/live';
import { organizations } from '@keyward/contract/organization';
import { openSettings } from './account.ts';
import { holdWrites } from './held.ts';
import { searchBox } from './list.ts';
import { dialog, field, openBothForms, openOrganization, save } from './organization.ts';
import { expect, freshState, nightly, test } from './people.ts';

test.use({ person: null, tenant: 'harbor' });

test('closing while one tab is saved asks about the changes of the other one', nightly, async ({ open, problems }) => {
  problems.expect(/500.*me\/settings/, /500.*organization/);
  const page = await open(null, { tenant: 'harbor', storageState: await freshState('harbor', 'admin') });
  const { tab, button, question, days, dark } = await openBothForms(page);
  await days.fill('79');
  await tab('Preferences').click();
  await dark.check();
  const preferences = await holdWrites(page, '**/api/v1/me/settings');
  await dialog(page).getByRole('tabpanel', { name: 'Preferences' }).getByRole('button', { name: 'Save' }).click();
  await preferences.sent;
  await page.keyboard.press('Escape');
  await expect(tab('Organization')).toHaveAttribute('aria-selected', 'true');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(days).toHaveValue('79');
  preferences.fail();
  const alert = page.getByRole('alert').filter({ hasText: /^(Error|Failure)/ });
  await expect(alert).toContainText('Failed to save setting');
  // it stands above the tabs
  await alert.getByRole('button', { name: 'Close' }).click();

  const organization = await holdWrites(page, `**${organizations.update.path}`);
  await save(page).click();
  await organization.sent;
  await page.keyboard.press('Escape');
  await expect(tab('Preferences')).toHaveAttribute('aria-selected', 'true');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dark).toBeChecked();
  organization.fail();
  await tab('Organization').click();
  await expect(days).toBeEnabled();
  // refused values are unsaved again, in both
  await page.keyboard.press('Escape');
  await expect(tab('Preferences')).toHaveAttribute('aria-selected', 'true');
  await button('Discard').click();
  await expect(tab('Organization')).toHaveAttribute('aria-selected', 'true');
  await button('Discard').click();
  await expect(dialog(page)).toHaveCount(0);
});

test('the question stays until it is answered, also when its change is undone', nightly, async ({ open }) => {
  const page = await open(null, { tenant: 'harbor', storageState: await freshState('harbor', 'admin') });
  const { tab, question, days } = await openBothForms(page);
  const keep = question.getByRole('button', { name: 'Keep editing' });
  const before = await days.inputValue();
  await days.fill('75');
  await page.keyboard.press('Escape');
  await days.fill(before);
  // another tab is not asked about
  await tab('Preferences').click();
  await expect(question).toHaveCount(0);
  await tab('Organization').click();
  await keep.click();
  await expect(save(page)).toBeDisabled();

  await tab('Preferences').click();
  const shortcuts = dialog(page).getByRole('checkbox', { name: 'Shortcuts of a single key' });
  await shortcuts.click();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(1);
  await shortcuts.click();
  await keep.click();
  await expect(question).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
});

test('Back closes only the settings, even if a search is written to the address late', nightly, async ({ open }) => {
  const page = await open(null, { storageState: await freshState('demo', 'admin') });
  await page.goto('/devices');
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Activity' }).click();
  await expect(page).toHaveURL('/activity');
  await searchBox(page).fill('till');
  await openSettings(page);
  await expect(page).toHaveURL(/\/activity\?.*search=till/);
  await expect(dialog(page).getByRole('radio', { name: 'Dark' })).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/activity\?.*search=till/);
  await page.goBack();
  await expect(page).toHaveURL('/devices');
});

test('changes that may no longer be saved do not keep the settings open', nightly, async ({ open }) => {
  const page = await open(null, { tenant: 'demo', storageState: await freshState('demo', 'admin') });
  await page.route('**/api/v1/me/settings', (route) => route.fulfill({ json: { data: [] } }));
  let isKeywardAdmin = true;
  await page.route('**/api/v1/me', async (route) => {
    const answer = await route.fetch();
    const { data } = await answer.json();
    await route.fulfill({ response: answer, json: { data: { ...data, isKeywardAdmin } } });
  });
  const withdrawn = Promise.withResolvers<void>();
  await page.route(`**${live.stream.path}`, async (route) => {
    await withdrawn.promise;
    await route.fulfill({ contentType: 'text/event-stream', body: 'event: rights\ndata: {}\n\n' });
  });
  await openOrganization(page);
  await field(page, 'Days until a profile is inactive').fill('76');
  isKeywardAdmin = false;
  withdrawn.resolve();
  await expect(dialog(page).getByRole('tab', { name: 'Organization' })).toHaveCount(0);
  await expect(dialog(page).getByRole('tabpanel', { name: 'Preferences' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
});
