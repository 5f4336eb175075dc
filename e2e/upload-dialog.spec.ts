// The dialog in which a file of profiles is dropped or picked.
import type { Page } from '@playwright/test';
import { totalRows } from './list.ts';
import { expect, nightly, test } from './people.ts';

const csv = 'Name,Profile ID\r\nAda Dropped,ada.dropped\r\n';
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Upload File' });
const options = (page: Page) => page.getByRole('dialog', { name: 'Activate profiles' });

const opener = (page: Page) => page.getByRole('button', { name: 'Add profile', expanded: false });

async function choose(page: Page): Promise<void> {
  await opener(page).click();
  await page.getByRole('menuitem', { name: 'Multiple profiles from a file' }).click();
  await expect(dialog(page)).toBeVisible();
}

async function openDialog(page: Page): Promise<void> {
  await page.goto('/users');
  await totalRows(page);
  await choose(page);
}
const isReady = (page: Page) => expect(dialog(page)).toContainText('Upload a CSV file. Maximum number of rows is');

/** Drops files with these names and contents. */
async function drop(page: Page, ...files: [name: string, text: string, type: string][]): Promise<void> {
  const dataTransfer = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const [name, text, type] of given) transfer.items.add(new File([text], name, { type }));
    return transfer;
  }, files);
  const target = dialog(page).getByRole('button', { name: /Drag/ });
  for (const event of ['dragenter', 'dragover', 'drop']) await target.dispatchEvent(event, { dataTransfer });
}

test('closing the dialog gives the focus to the button of its menu', nightly, async ({ page }) => {
  await openDialog(page);
  for (let i = 0; i < 2; i++) {
    await isReady(page);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(opener(page)).toBeFocused();
    // its code has loaded now: it opens before the menu has closed
    await choose(page);
  }
});

test('a file is dropped; several, and others than CSV, are refused in words', nightly, async ({ page }) => {
  await openDialog(page);
  await isReady(page);
  await drop(page, ['one.csv', csv, 'text/csv'], ['two.csv', csv, 'text/csv']);
  await expect(dialog(page).getByRole('alert')).toHaveText('Too many files');
  await drop(page, ['one.pdf', csv, 'application/pdf']);
  await expect(dialog(page).getByRole('alert')).toHaveText('File type must be text/csv');
  // a different type takes precedence over the name
  await drop(page, ['one.csv', csv, 'text/csv'], ['two.csv', csv, 'text/csv']);
  await expect(dialog(page).getByRole('alert')).toHaveText('Too many files');
  await drop(page, ['one.csv', csv, 'image/png']);
  await expect(dialog(page).getByRole('alert')).toHaveText('File type must be text/csv');
  await drop(page, ['one.CSV', csv, 'application/vnd.ms-excel']);
  await expect(options(page)).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
});

test('while the limit of rows cannot be read, every file is refused', nightly, async ({ page, problems }) => {
  problems.expect(/500.*csvUploadRecordsLimit/);
  await page.route('**/tenants/config/csvUploadRecordsLimit', (route) =>
    route.fulfill({ status: 500, json: { errors: [{ code: 'internal', detail: 'broken' }] } }),
  );
  await openDialog(page);
  await isReady(page);
  await drop(page, ['one.csv', csv, 'text/csv']);
  await expect(page.getByRole('alert').filter({ hasText: 'CSV file exceeds 0 records' })).toContainText('Failure');
  await expect(options(page)).toHaveCount(0);
});

test(
  'the dialog waits for the groups, so that a column named after one is known',
  nightly,
  async ({ page, problems }) => {
    problems.expect(/500.*tag-definitions/);
    await page.route(/tag-definitions\?object_type=users$/, (route) =>
      route.fulfill({ status: 500, json: { errors: [{ code: 'internal', detail: 'broken' }] } }),
    );
    await openDialog(page);
    const failed = dialog(page).getByRole('alert');
    await expect(failed).toContainText('The file could not be loaded');
    await page.unrouteAll({ behavior: 'wait' });
    await failed.getByRole('button', { name: 'Try again' }).click();
    await isReady(page);
    await drop(page, ['one.csv', 'Name,Profile ID,Department\r\nAda Grouped,ada.grouped,Denim\r\n', 'text/csv']);
    await expect(options(page).getByRole('button', { name: 'Check file' })).toBeEnabled();
    await expect(options(page).getByRole('combobox')).toHaveCount(0);
  },
);
