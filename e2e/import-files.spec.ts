// Files of profiles: the data that is read and stored, and the sample of the documentation.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { groups } from '@keyward/contract/groups';
import { imports } from '@keyward/contract/imports';
import { profiles } from '@keyward/contract/profiles';
import type { Locator, Page } from '@playwright/test';
import {
  button,
  check,
  header,
  heading,
  issues,
  newName,
  openDialog,
  openMenu,
  options,
  pick,
  shownFile,
} from './imports.ts';
import { drawer, expectTotal, searchFor } from './list.ts';
import { expect, nightly, test } from './people.ts';
import { someProfiles } from './profiles.ts';
import { findRole } from './roles.ts';
import { leeds } from './things.ts';

/** The name and the text of the file that the button downloads. */
async function downloaded(page: Page, by: Locator): Promise<[name: string, text: string]> {
  const [download] = await Promise.all([page.waitForEvent('download'), by.click()]);
  return [download.suggestedFilename(), await readFile(await download.path(), 'utf8')];
}

test('only the valid rows of a file are uploaded; the others are left out', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const [first, second, wrong] = [newName(), newName(), newName()];
  await openDialog(page);
  const good = [first, second].map((name) => `Ada Valid,${name},,,${leeds}\n`).join('');
  await check(page, `${header}\n${good},${wrong},,Wizard,${leeds}\n`, `${first}.csv`);
  await expect(heading(page, 'Cannot upload profiles')).toBeVisible();
  await button(page, 'Upload the 2 valid rows').click();
  await expect(heading(page, 'Upload complete')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('New profiles: 2. Changed: 0. Left out: 1.')).toBeVisible();
  for (const [search, count] of [
    [first, 1],
    [second, 1],
    [wrong, 0],
  ] as const)
    expect((await call(profiles.list, { query: { search } })).total_results).toBe(count);
});

test('empty cells clear values only if that is chosen, and the plan counts them', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const username = newName();
  const email = `${username}@northgate.example`;
  const { data: made } = await call(profiles.create, { body: { name: 'Ada Clear', username, email } });
  const mailOf = async () => (await call(profiles.get, { params: { id: made.id } })).data.email;
  const csv = `name,profile id,email address\nAda Cleared,${username},\n`;
  await openDialog(page);
  await check(page, csv, `${username}.csv`, 'Update existing profiles');
  await expect(button(page, /^1 to change/)).toBeVisible();
  await expect(page.getByText('Values that are cleared')).toHaveCount(0);
  await button(page, 'Upload').click();
  await expect(heading(page, 'Upload complete')).toBeVisible({ timeout: 20_000 });
  expect(await mailOf()).toBe(email);

  await openDialog(page);
  await check(page, csv, `${username}.csv`, 'Update existing profiles', 'Empty cells clear the value');
  await expect(page.getByText('Values that are cleared: 1')).toBeVisible();
  await button(page, 'Upload').click();
  await expect(heading(page, 'Upload complete')).toBeVisible({ timeout: 20_000 });
  expect(await mailOf()).toBeNull();
});

test(
  'an unedited download of the list changes nothing when it is uploaded, an edited one only its edits',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const { word, names, ids } = await someProfiles(call, 2);
    const [first = '', second = ''] = ids;
    const role = await findRole(call, 'Store clerk');
    const body = {
      email: `${newName()}@northgate.example`,
      valid_until: '2099-06-01T08:00:30.500Z',
      roles: [role?.id ?? ''],
    };
    const { data: before } = await call(profiles.update, { params: { id: first }, body });
    const stored = async (id: string) => (await call(profiles.get, { params: { id } })).data;
    const other = await stored(second);
    await page.goto(`/users?search=${word}`);
    await expectTotal(page, 2);
    await button(page, 'Columns').click();
    for (const date of ['Valid from', 'Valid until'])
      await drawer(page, 'Columns').getByRole('checkbox', { name: date }).check();
    await button(drawer(page, 'Columns'), 'Done').click();
    await button(page, 'Download CSV').click();
    const [name, text] = await downloaded(page, page.getByRole('menuitem', { name: 'Download CSV', exact: true }));
    expect(name).toMatch(/^profiles-.+\.csv$/);
    for (const shown of [...names, before.email ?? '', 'Store clerk', leeds, 'Valid until'])
      expect(text).toContain(shown);

    await openDialog(page);
    await check(page, text, name, 'Update existing profiles');
    await expect(heading(page, 'Ready to upload')).toBeVisible();
    await expect(button(page, /^2 unchanged/)).toBeVisible();
    await expect(button(page, /^0 to add/)).toBeVisible();
    await expect(button(page, /^0 to change/)).toBeVisible();
    await expect(button(page, 'Upload')).toBeDisabled();
    await button(page, 'Cancel').click();

    const renamed = `Renamed ${names[0]}`;
    await openDialog(page);
    await check(page, text.replace(names[0] ?? '', renamed), name, 'Update existing profiles');
    await expect(button(page, /^1 to change/)).toBeVisible();
    await expect(button(page, /^1 unchanged/)).toBeVisible();
    await button(page, 'Upload').click();
    await expect(heading(page, 'Upload complete')).toBeVisible({ timeout: 20_000 });
    const { email, valid_until, roles, tags } = before;
    expect(await stored(first)).toMatchObject({ name: renamed, email, valid_until, roles, tags });
    expect(await stored(second)).toMatchObject({ name: other.name, version: other.version });
  },
);

test('a template has the headers of the organization', nightly, async ({ page, api }) => {
  const { data: tags } = await (await api('admin'))(groups.definitions, { query: { object_type: 'users' } });
  const dialog = await openDialog(page);
  const [name, text] = await downloaded(page, button(dialog, 'Download a template'));
  expect(name).toBe('new-profiles.csv');
  expect(text).toMatch(/^\ufeff?"?name"?,"?email address"?,"?profile id"?,"?temporary password"?,"?roles"?,/);
  for (const label of ['Location', 'Department', 'Employee number']) {
    expect(tags.map((tag) => tag.label)).toContain(label);
    expect(text).toContain(label);
  }
  // it is read as it was written
  await pick(page, `${text.trimEnd()}\r\nAda Template,,${newName()}\r\n`, name);
  await expect(options(page)).toBeVisible();
  await expect(button(options(page), 'Check file')).toBeEnabled();
});

test('the issues of a file that was picked earlier can be downloaded', nightly, async ({ page }) => {
  const username = newName();
  await openDialog(page);
  await check(page, `${header}\n,${username},,Wizard,${leeds}\n`, `${username}.csv`);
  await expect(heading(page, 'Cannot upload profiles')).toBeVisible();
  await page.reload();
  const [name, text] = await downloaded(page, button(page, 'Download the issues'));
  expect(name).toBe(`${username}.csv`);
  expect(text).toMatch(/^\ufeff?"?Row"?,"?Issue"?\r\n"?2"?,/);
  expect(text).toContain('name: This field is required. · roles: There is no role Wizard.');
});

test('a file can be left while it is uploaded, and is found again under Add', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const username = newName();
  await openDialog(page);
  await check(page, `${header}\nAda Leaves,${username},,,${leeds}\n`, `${username}.csv`);
  await expect(heading(page, 'Ready to upload')).toBeVisible();
  const { data: before } = await call(imports.get, { params: { id: shownFile(page) } });
  // the state that the page reads stays at the beginning of the work
  const reads = `**/api/v1/users/imports/${before.id}`;
  await page.route(reads, (route) =>
    route.fulfill({ json: { data: { ...before, state: 'applying', rows: 4, done: 1 } } }),
  );
  await button(page, 'Upload').click();
  await expect(page.getByRole('status').filter({ hasText: 'Uploading: 1 of 4 rows' })).toBeVisible();
  await expect(page.getByText('You can leave this page. The file is found again under Add.')).toBeVisible();
  await button(page, 'Back to the list').click();
  await page.unroute(reads);
  await expect.poll(async () => (await call(imports.get, { params: { id: before.id } })).data.state).toBe('applied');
  await openMenu(page);
  await page.getByRole('menuitem', { name: `${username}.csv Uploaded` }).click();
  await expect(heading(page, 'Upload complete')).toBeVisible();
  await expect(page.getByRole('row', { name: username })).toContainText('Added');
});

test(
  'the sample of the documentation has the issues that it promises, and is corrected, uploaded and reverted',
  nightly,
  async ({ page }) => {
    const sample = await readFile(path.join(import.meta.dirname, '../docs/samples/new-profiles.csv'), 'utf8');
    // own profile IDs, so that the profiles of another run do not conflict
    const mine = newName();
    const own = sample.replaceAll(/\b(iris\.lindqvist|tomas\.herrera|ben\.okafor)\b/g, `$1.${mine}`);
    await openDialog(page);
    await check(page, own, 'new-profiles.csv');
    await expect(heading(page, 'Cannot upload profiles')).toBeVisible();
    await expect(page.getByText('Correct the 3 row(s) with issues in your file and upload again.')).toBeVisible();
    await expect(issues(page, 4)).toContainText('name: This field is required.');
    for (const words of [
      'email address: Invalid email address',
      'profile id: A profile ID cannot have spaces',
      'roles: There is no role Store clrek.',
    ])
      await expect(issues(page, 5)).toContainText(words);
    for (const words of [
      'profile id: This profile ID is already linked to an account.',
      'Employee number: A spreadsheet removed digits: 1.2E+11.',
    ])
      await expect(issues(page, 6)).toContainText(words);
    await expect(button(page, 'Upload the 2 valid rows')).toBeVisible();

    const corrected = own
      .replace('\n,ben', '\nBen Okafor,ben')
      .replace('mei.tan.northgate', `mei.tan.${mine}@northgate`)
      .replace('mei tan', `mei.tan.${mine}`)
      .replace('clrek', 'clerk')
      .replace(',,admin,', `,,ruth.adeyemi.${mine},`)
      .replace('1.2E+11', '120000000000');
    await button(page, 'Upload').click();
    await check(page, corrected, 'new-profiles.csv');
    await expect(heading(page, 'Ready to upload')).toBeVisible();
    await button(page, 'Upload').click();
    await expect(heading(page, 'Upload complete')).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText('New profiles: 5. Changed: 0. Left out: 0.')).toBeVisible();
    await button(page, 'Revert').click();
    await expect(button(page, /^5 to delete/)).toBeVisible();
    await button(page, 'Revert').click();
    await expect(heading(page, 'Upload reverted')).toBeVisible({ timeout: 20_000 });
    await button(page, 'Back to the list').click();
    await searchFor(page, mine);
    await expect(page.getByText('No records found for the search or filter criteria')).toBeVisible();
  },
);
