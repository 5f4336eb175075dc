import { readFile } from 'node:fs/promises';
import { imports } from '@keyward/contract/imports';
import { profiles } from '@keyward/contract/profiles';
import { expectAccessible } from './axe.ts';
import { button, check, header, heading, issues, newName, openDialog, options, pick } from './imports.ts';
import { drawer, row, searchFor, totalRows } from './list.ts';
import { newcomer } from './newcomer.ts';
import { expect, freshState, nightly, test } from './people.ts';
import { leeds } from './things.ts';

test('a file with faults is corrected, applied, found again and reverted', async ({ page, context, api }) => {
  const [first, second] = [newName(), newName()];
  const file = `${first}.csv`;
  const good = `${header}\r\nAda File,${first},,Store clerk,${leeds}\r\n`;
  await openDialog(page);
  await check(page, `${good},${second} x,nobody,Wizard,${leeds}\r\n`, file);
  await expect(heading(page, 'Cannot upload profiles')).toBeVisible();
  await expect(page.getByText('Correct the 1 row(s) with issues in your file and upload again.')).toBeVisible();
  await expect(
    page.getByText('Errors in CSV upload. Check Profiles for details, correct the file and try again.'),
  ).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText(['Row', 'Issue']);
  await expect(issues(page, 3)).toContainText('name: This field is required.');
  await expect(issues(page, 3)).toContainText('roles: There is no role Wizard.');
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download the file with its issues').click(),
  ]);
  const annotated = await readFile((await download.path()) ?? '', 'utf8');
  expect(annotated).toContain(`Ada File,${first},,Store clerk,${leeds},\r\n`);
  expect(annotated).toMatch(/,Wizard,Northgate – Leeds,"?profile id: .* · name: This field is required\./);
  await button(page, /^1 to add/).click();
  await expect(page.getByRole('row', { name: first })).toContainText('Profile ID: ');

  await button(page, 'Upload').click();
  await check(page, `${good}Grace File,${second},,,${leeds}\r\n`, file);
  await expect(heading(page, 'Ready to upload')).toBeVisible();
  await button(page, 'Upload').dblclick();
  await expect(heading(page, 'Upload complete')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('New profiles: 2. Changed: 0. Left out: 0.')).toBeVisible();
  const call = await api('admin');
  const found = await call(profiles.list, { query: { search: first } });
  expect(found.data).toMatchObject([{ name: 'Ada File', disabled: false }]);

  // the same file changes nothing
  const other = await context.newPage();
  await openDialog(other);
  await check(other, good, file, 'Update existing profiles');
  await expect(button(other, /^1 unchanged/)).toBeVisible();
  await expect(button(other, 'Upload')).toBeDisabled();
  await button(other, 'Cancel').click();
  await totalRows(other);

  // found again in another tab
  await other.getByRole('button', { name: 'Add profile', expanded: false }).click();
  await other.getByRole('menuitem', { name: `${file} Uploaded` }).click();
  await expect(heading(other, 'Upload complete')).toBeVisible();
  await other.reload();
  const id = found.data[0]?.id ?? '';
  await call(profiles.update, { params: { id }, body: { name: 'Ada Edited' } });
  await button(other, 'Revert').click();
  await expect(heading(other, `Revert ${file}?`)).toBeVisible();
  await expect(button(other, /^1 to delete/)).toBeVisible();
  await expect(other.getByRole('row', { name: first })).toContainText('The profile was edited since. Alex Morgan');
  await expectAccessible(other);
  const previews: string[] = [];
  other.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/revert?')) previews.push(request.url());
  });
  await button(other, 'Revert').dblclick();
  await expect(heading(other, 'Upload reverted')).toBeVisible({ timeout: 20_000 });
  // the preview of a revert that is already running would be refused
  expect(previews).toEqual([]);
  // this tab learns it by itself
  await expect(heading(page, 'Upload reverted')).toBeVisible({ timeout: 30_000 });
  await button(page, 'Back to the list').click();
  await searchFor(page, second);
  await expect(page.getByText('No records found for the search or filter criteria')).toBeVisible();
  await searchFor(page, first);
  await expect(row(page, first)).toContainText('Ada Edited');
});

test('a file is refused in words before anything is sent', nightly, async ({ page }) => {
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/users/import')) sent++;
  });
  const dialog = await openDialog(page);
  await pick(page, 'x', 'staff.png', 'image/png');
  await expect(dialog.getByRole('alert')).toHaveText('File type must be text/csv');
  await pick(page, Buffer.alloc(5 * 1024 * 1024 + 1, 'a'));
  await expect(dialog.getByRole('alert')).toHaveText('File is larger than 5242880 bytes');
  const refused = {
    'CSV file contains no records': `${header}\n\n`,
    // not too large
    'contains no records': Buffer.alloc(5 * 1024 * 1024, 'a'),
    'CSV file exceeds 1000 records': `${header}\n${'a,b\n'.repeat(1001)}`,
    'Quoted field unterminated': `${header}\nAda,"b\n`,
    'The file is not encoded in UTF-8. Save it as CSV UTF-8 and try again.': Buffer.from([0x82, 0xa0, 0x2c, 0x0a]),
  };
  for (const [words, csv] of Object.entries(refused)) {
    await openDialog(page);
    await pick(page, csv);
    const alert = page.getByRole('alert').filter({ hasText: words });
    await expect(alert).toContainText('Failure');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  expect(sent).toBe(0);
});

test(
  'an unknown column is given a meaning or ignored; a header without a required column is refused',
  nightly,
  async ({ page, problems }) => {
    problems.expect(/422.*\/api\/v1\/users\/imports/);
    await openDialog(page);
    await pick(page, `name,login,Shoe size\nAda,${newName()},42\n`);
    await expect(button(options(page), 'Check file')).toBeDisabled();
    await options(page).getByLabel('Shoe size').selectOption('Ignore');
    await options(page).getByLabel('login').selectOption('Ignore');
    await button(options(page), 'Check file').click();
    await expect(heading(page, 'Cannot upload profiles')).toBeVisible();
    await expect(issues(page, 1)).toContainText('profile id: The column profile id is missing.');
    await button(page, 'Cancel').click();
    await totalRows(page);
  },
);

test('profiles are added as disabled when they are not activated', nightly, async ({ page, api }) => {
  const username = newName();
  await openDialog(page);
  await check(page, `${header}\nAda Off,${username},,,${leeds}\n`, 'staff.csv', 'Activate the new profiles');
  await button(page, 'Upload').click();
  await expect(heading(page, 'Upload complete')).toBeVisible({ timeout: 20_000 });
  const { data } = await (await api('admin'))(profiles.list, { query: { search: username } });
  expect(data).toMatchObject([{ disabled: true }]);
});

test('every stored file can be found again, not only the last ones', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const name = `${newName()}.csv`;
  await openDialog(page);
  await check(page, `${header}\nAda Kept,${newName()},,,${leeds}\n`, name);
  await expect(heading(page, 'Ready to upload')).toBeVisible();
  const kept = (await call(imports.list, {})).data.find(({ fileName }) => fileName === name);
  if (!kept) throw new Error('the file is not kept');
  await page.route(`**${imports.list.path}`, async (route) => {
    const files = Array.from({ length: 12 }, (_, n) => ({ ...kept, id: n === 11 ? kept.id : crypto.randomUUID() }));
    await route.fulfill({ json: { data: files.map((file, n) => ({ ...file, fileName: `${n}.csv` })) } });
  });
  await page.goto('/users');
  await totalRows(page);
  await page.getByRole('button', { name: 'Add profile', expanded: false }).click();
  await expect(page.getByRole('menuitem', { name: /\.csv/ })).toHaveCount(12);
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: /^11\.csv/ }).click();
  await expect(page).toHaveURL(new RegExp(`import=${kept.id}`));
  await call(imports.discard, { params: { id: kept.id } });
});

test('other administrators get a plain button and cannot upload', nightly, async ({ open, api }) => {
  const admin = await api('admin');
  const { username } = await newcomer(admin, 'demo', 'Admin');
  const { data } = await admin(imports.list, {});
  const page = await open(null, { storageState: await freshState('demo', username) });
  await page.goto(`/users?import=${data[0]?.id ?? crypto.randomUUID()}`);
  await totalRows(page);
  await button(page.locator('main'), 'Add profile').click();
  await expect(drawer(page, 'Add profile')).toBeVisible();
});
