// Profiles from a file: the dialog, and the page of a file.
import { expect, type Locator, type Page } from '@playwright/test';
import { totalRows } from './list.ts';

export const button = (of: Locator | Page, name: string | RegExp): Locator =>
  of.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
export const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name });
export const options = (page: Page): Locator => page.getByRole('dialog', { name: 'Activate profiles' });
/** The row of a line of the file. */
export const issues = (page: Page, line: number): Locator =>
  page.getByRole('row').filter({ hasText: new RegExp(`^${line}`) });
export const newName = (): string => `file.${Buffer.from(crypto.getRandomValues(new Uint8Array(5))).toString('hex')}`;
/** The columns of most files here. */
export const header = 'Name,PROFILE ID,email address,roles,Location';

/** Opens the menu that has the dialog and the earlier files. */
export async function openMenu(page: Page): Promise<void> {
  await page.goto('/users');
  await totalRows(page);
  await page.getByRole('button', { name: 'Add profile', expanded: false }).click();
}

export async function openDialog(page: Page): Promise<Locator> {
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Multiple profiles from a file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload File' });
  await expect(dialog).toContainText('Upload a CSV file. Maximum number of rows is 1000.');
  return dialog;
}

export const pick = (page: Page, csv: string | Buffer, name = 'staff.csv', mimeType = 'text/csv'): Promise<void> =>
  page
    .getByLabel('Upload File')
    .locator('input')
    .setInputFiles({ name, mimeType, buffer: Buffer.from(csv) });

/** Picks the file and has it checked, with these options switched over. */
export async function check(page: Page, csv: string | Buffer, name: string, ...switches: string[]): Promise<void> {
  await pick(page, csv, name);
  for (const option of switches) await options(page).getByRole('switch', { name: option }).click({ force: true });
  await button(options(page), 'Check file').click();
}

/** The file whose page is shown. */
export const shownFile = (page: Page): string => new URL(page.url()).searchParams.get('import') ?? '';
