// Outcomes of the work on a file of profiles.
import { imports, type ProfileImport } from '@keyward/contract/imports';
import { profiles } from '@keyward/contract/profiles';
import type { Page } from '@playwright/test';
import type { Call } from './calls.ts';
import { button, check, header, heading, issues, newName, openDialog, options, shownFile } from './imports.ts';
import { expect, nightly, test } from './people.ts';
import { leeds } from './things.ts';

const failure = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: 'Failure' }).filter({ hasText: text });
const csvErrors = 'Errors in CSV upload. Check Profiles for details, correct the file and try again.';

/** A file with one new profile, checked and not uploaded. */
async function ready(page: Page, username = newName()): Promise<string> {
  await openDialog(page);
  await check(page, `${header}\nAda Outcome,${username},,,${leeds}\n`, `${username}.csv`);
  await expect(heading(page, 'Ready to upload')).toBeVisible();
  return shownFile(page);
}
const stored = async (call: Call, id: string) => (await call(imports.get, { params: { id } })).data;

/** Starts the work, which is refused before the page reads its state. */
async function refuse(page: Page, how: 'apply' | 'revert', before: ProfileImport): Promise<void> {
  const state = how === 'apply' ? 'applying' : 'reverting';
  const at = `**/api/v1/users/imports/${before.id}`;
  await page.route(`${at}/${how}`, (route) => route.fulfill({ json: { data: { ...before, state } } }));
  await page.route(at, (route) =>
    route.fulfill({ json: { data: { ...before, refusal: { reason: 'importNotAllowed' } } } }),
  );
}

test('an upload that conflicts with a new profile says so, however quickly it ends', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const username = newName();
  const id = await ready(page, username);
  await call(profiles.create, { body: { name: 'Ada First', username } });
  // the page reads the state of the file once its work has ended
  await page.route(`**/api/v1/users/imports/${id}`, async (route) => {
    await expect.poll(async () => (await stored(call, id)).refusal?.reason).toBe('importChanged');
    await route.continue();
  });
  await button(page, 'Upload').click();
  await expect(failure(page, csvErrors)).toBeVisible();
  await expect(issues(page, 2)).toContainText('This profile ID is already linked to an account.');
  await page.unrouteAll({ behavior: 'wait' });
});

test(
  'an upload and a revert that are refused at once say that they failed, each time',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const id = await ready(page);
    await refuse(page, 'apply', await stored(call, id));
    for (const _ of ['once', 'and once more']) {
      await button(page, 'Upload').click();
      await expect(failure(page, 'The upload failed')).toBeVisible();
      await failure(page, 'The upload failed').getByRole('button', { name: 'Close' }).click();
      await expect(failure(page, 'The upload failed')).toHaveCount(0);
    }
    await page.unrouteAll({ behavior: 'wait' });

    await button(page, 'Upload').click();
    await expect(heading(page, 'Upload complete')).toBeVisible({ timeout: 20_000 });
    await refuse(page, 'revert', await stored(call, id));
    await button(page, 'Revert').click();
    await button(page, 'Revert').click();
    await expect(failure(page, 'Reverting failed. Nothing was changed.')).toBeVisible();
    await expect(heading(page, 'Upload complete')).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
  },
);

test('an upload that does not start says that it failed, and why', nightly, async ({ page, problems }) => {
  problems.expect(/403.*\/apply/);
  const id = await ready(page);
  await page.route(`**/api/v1/users/imports/${id}/apply`, (route) =>
    route.fulfill({ status: 403, json: { errors: [{ code: 'importNotAllowed', detail: 'x' }] } }),
  );
  await button(page, 'Upload').click();
  await expect(failure(page, 'The upload failed')).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).not.toBeEmpty();
});

test(
  'an unanswered upload is not reported as failed, and is followed to its end',
  nightly,
  async ({ page, problems }) => {
    problems.expect(/\/apply.*ERR_CONNECTION_RESET/, /ERR_CONNECTION_RESET.*\/apply/);
    await page.clock.install();
    const id = await ready(page);
    await page.route(`**/api/v1/users/imports/${id}/apply`, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await button(page, 'Upload').click();
    await expect(page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' }).first()).toBeVisible();
    await expect(failure(page, 'The upload failed')).toHaveCount(0);
    // until the file is read again
    await page.clock.fastForward(15_000);
    await expect(heading(page, 'Upload complete')).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    await expect(failure(page, 'The upload failed')).toHaveCount(0);
  },
);

test('a cancelled check opens no file, and leaves no plan', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const name = `${newName()}.csv`;
  const plans = async () => (await call(imports.list)).data.filter(({ fileName }) => fileName === name).length;
  await openDialog(page);
  const cancelled = Promise.withResolvers<void>();
  await page.route('**/api/v1/users/imports?*', async (route) => {
    const response = await route.fetch();
    await cancelled.promise;
    await route.fulfill({ response });
  });
  await check(page, `${header}\nAda Cancelled,${newName()},,,${leeds}\n`, name);
  await expect.poll(plans).toBe(1);
  await button(options(page), 'Cancel').click();
  await expect(options(page)).toHaveCount(0);
  cancelled.resolve();
  await expect.poll(plans).toBe(0);
  expect(shownFile(page)).toBe('');
  await expect(page.getByRole('heading', { level: 1, name: 'Profiles' })).toBeVisible();
});

test('rows that cannot be read say so, and can be retried', nightly, async ({ page, problems }) => {
  problems.expect(/500.*\/rows/);
  await page.route('**/api/v1/users/imports/*/rows?*', (route) =>
    route.fulfill({ status: 500, json: { errors: [{ code: 'internal', detail: 'broken' }] } }),
  );
  const username = newName();
  await ready(page, username);
  const failed = page.getByRole('alert').filter({ hasText: 'The file could not be loaded' });
  await expect(failed).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await button(failed, 'Try again').click();
  await expect(issues(page, 2)).toContainText(username);
  await expect(failed).toHaveCount(0);
});
