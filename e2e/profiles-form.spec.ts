// The form of a profile: the values that it sends, stores and refuses.
import { groups } from '@keyward/contract/groups';
import { type Profile, profiles } from '@keyward/contract/profiles';
import type { Locator, Page } from '@playwright/test';
import type { Call } from './calls.ts';
import { drawer, headAction } from './list.ts';
import { mailsTo } from './mail.ts';
import { newcomer } from './newcomer.ts';
import { expect, freshState, nightly, test } from './people.ts';
import { findRole, newRole, removeNamed } from './roles.ts';
import { leeds } from './things.ts';

const field = (of: Locator, name: string) => of.getByRole('textbox', { name, exact: true });
const button = (of: Locator, name: string) => of.getByRole('button', { name, exact: true });
const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'Profile updated successfully' });
const stored = async (call: Call, id: string) => (await call(profiles.get, { params: { id } })).data;

test.afterAll(async ({ api }) => removeNamed(await api('admin')));

/** A profile at Leeds that no other test uses. */
async function person(call: Call, more: object = {}): Promise<Profile> {
  const username = `form.${crypto.randomUUID().slice(0, 8)}`;
  const { data: definitions } = await call(groups.definitions, { query: { object_type: 'users' } });
  const tags = definitions.flatMap(({ id, is_location: is }) => (is ? [{ tagId: id, values: [leeds] }] : []));
  return (await call(profiles.create, { body: { name: `Form ${username}`, username, tags, ...more } })).data;
}

async function openForm(page: Page, { id, name }: Profile): Promise<Locator> {
  await page.goto(`/users?open=${id}`);
  const form = drawer(page, name);
  await expect(field(form, 'Name')).toHaveValue(name);
  return form;
}

/** The body that saving the form sends. */
async function sentBy(page: Page, form: Locator, label = 'Save'): Promise<unknown> {
  const writes = ['POST', 'PATCH'];
  const [request] = await Promise.all([
    page.waitForRequest((one) => writes.includes(one.method()) && /\/api\/v1\/users(\/[\w-]+)?$/.test(one.url())),
    button(form, label).click(),
  ]);
  return request.postDataJSON();
}

test('a profile that is switched off is stored as disabled, and switched on again', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const one = await person(call);
  const active = (form: Locator) => form.getByRole('switch', { name: 'Active' });
  let form = await openForm(page, one);
  await active(form).click({ force: true });
  expect(await sentBy(page, form)).toMatchObject({ disabled: true });
  await expect(saved(page)).toBeVisible();
  expect(await stored(call, one.id)).toMatchObject({ disabled: true });

  form = await openForm(page, one);
  await expect(active(form)).not.toBeChecked();
  await active(form).click({ force: true });
  expect(await sentBy(page, form)).toMatchObject({ disabled: false });
  await expect(saved(page)).toBeVisible();
  expect(await stored(call, one.id)).toMatchObject({ disabled: false });
});

test('reset instructions are sent once, and only when they are requested', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const email = `${crypto.randomUUID().slice(0, 8)}@northgate.example`;
  const one = await person(call, { email });
  let form = await openForm(page, one);
  await field(form, 'Name').fill('Not asked for');
  expect(await sentBy(page, form)).not.toHaveProperty('sendPasswordResetEmail');
  await expect(saved(page)).toBeVisible();
  expect(mailsTo(email)).toBe(0);

  form = await openForm(page, { ...one, name: 'Not asked for' });
  await form.getByRole('checkbox', { name: 'Send reset instructions' }).check();
  expect(await sentBy(page, form)).toMatchObject({ sendPasswordResetEmail: true });
  await expect(saved(page)).toBeVisible();
  await expect.poll(() => mailsTo(email)).toBe(1);
});

test('no reset instructions go to a profile that is inactive after the save', nightly, async ({ page, api }) => {
  const one = await person(await api('admin'), { email: `${crypto.randomUUID().slice(0, 8)}@northgate.example` });
  const form = await openForm(page, one);
  const box = form.getByRole('checkbox', { name: 'Send reset instructions' });
  await box.check();
  await form.getByRole('switch', { name: 'Active' }).click({ force: true });
  await expect(box).toBeDisabled();
  await expect(box).not.toBeChecked();
  await expect(form.getByText('A link would not work: this profile is inactive or has ended.')).toBeVisible();
  expect(await sentBy(page, form)).not.toHaveProperty('sendPasswordResetEmail');
  await expect(saved(page)).toBeVisible();
});

test('neither link is requested once the email that it would go to is cleared', nightly, async ({ page, api }) => {
  const one = await person(await api('admin'), { email: `${crypto.randomUUID().slice(0, 8)}@northgate.example` });
  const clearedAfter = async (form: Locator, label: string) => {
    const box = form.getByRole('checkbox', { name: label });
    await box.check();
    await field(form, 'Email').fill('');
    await expect(box).toBeDisabled();
    await expect(box).not.toBeChecked();
  };
  const form = await openForm(page, one);
  await clearedAfter(form, 'Send reset instructions');
  expect(await sentBy(page, form)).not.toHaveProperty('sendPasswordResetEmail');
  await expect(saved(page)).toBeVisible();

  await page.goto('/users?open=new');
  const added = drawer(page, 'Add profile');
  await field(added, 'Name').fill('Grace Unreachable');
  await field(added, 'Profile ID').fill(`form.${crypto.randomUUID().slice(0, 8)}`);
  await field(added, 'Email').fill('grace@northgate.example');
  await clearedAfter(added, 'Send a link to set the first password');
  expect(await sentBy(page, added, 'Add profile')).not.toHaveProperty('sendPasswordResetEmail');
});

test('a new profile is sent as the specification says', nightly, async ({ page, api }) => {
  const clerk = await findRole(await api('admin'), 'Store clerk');
  await page.goto('/users?open=new');
  const form = drawer(page, 'Add profile');
  const username = `form.${crypto.randomUUID().slice(0, 8)}`;
  await field(form, 'Name').fill('Grace Sent');
  await field(form, 'Profile ID').fill(username);
  await form.getByRole('combobox', { name: 'Roles' }).click();
  await page.getByRole('option', { name: 'Store clerk' }).click();
  await page.keyboard.press('Escape');
  await button(form, 'Generate').click();
  const password = await form.getByLabel('Temporary password').inputValue();
  const sent = await sentBy(page, form, 'Add profile');
  expect(sent).toMatchObject({
    name: 'Grace Sent',
    username,
    email: null,
    roles: [clerk?.id],
    password,
    isPasswordTemporary: true,
    disabled: false,
  });
  expect(sent).not.toHaveProperty('sendPasswordResetEmail');
});

test(
  'without the permission to assign roles, neither roles nor other restricted fields are sent',
  nightly,
  async ({ open, api }) => {
    const one = await person(await api('admin'));
    const page = await open('manager');
    const form = await openForm(page, one);
    await field(form, 'Name').fill('By a manager');
    const sent = await sentBy(page, form);
    expect(sent).toMatchObject({ name: 'By a manager', email: null });
    for (const name of ['roles', 'disabled', 'password', 'isPasswordTemporary', 'sendPasswordResetEmail'])
      expect(sent).not.toHaveProperty(name);
    await expect(saved(page)).toBeVisible();
  },
);

test(
  'a failure to read roles is shown at their field, and can be retried there',
  nightly,
  async ({ page, api, problems }) => {
    problems.expect(/500.*\/api\/v1\/roles/);
    const one = await person(await api('admin'));
    const failing = '**/api/v1/roles?*';
    await page.route(failing, (route) =>
      route.fulfill({ status: 500, json: { errors: [{ code: 'internal', detail: 'Internal Server Error' }] } }),
    );
    const form = await openForm(page, one);
    const failure = form.getByRole('alert').filter({ hasText: 'The roles could not be loaded.' });
    await expect(failure).toBeVisible();
    await page.unroute(failing);
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expect(failure).toHaveCount(0);
    await form.getByRole('combobox', { name: 'Roles' }).click();
    await expect(page.getByRole('option', { name: 'Admin', exact: true })).toBeVisible();
  },
);

test('an email of another profile is refused at its field', nightly, async ({ page, api, problems }) => {
  problems.expect(/409.*\/api\/v1\/users/);
  const call = await api('admin');
  const other = await newcomer(call, 'demo');
  const form = await openForm(page, await person(call));
  await field(form, 'Email').fill(other.email.toUpperCase());
  await button(form, 'Save').click();
  await expect(form.getByText('This email is already linked to an account.').first()).toBeVisible();
  await expect(field(form, 'Email')).toHaveAttribute('aria-invalid', 'true');
});

test('a refusal about the location says why, and keeps the typed values', nightly, async ({ open, api, problems }) => {
  problems.expect(/403.*\/api\/v1\/users/);
  const one = await person(await api('admin'));
  const page = await open('manager');
  const form = await openForm(page, one);
  await field(form, 'Name').fill('Typed already');
  await form.getByRole('combobox', { name: 'Location' }).click();
  // clears it: without a location only those with all-data access would see the profile
  await page.getByRole('option', { name: leeds }).click();
  await button(form, 'Save').click();
  const alert = form.getByRole('alert').filter({ hasText: 'Failed to add / update Profile' });
  await expect(alert).toContainText('You are not assigned to this location.');
  await expect(field(form, 'Name')).toHaveValue('Typed already');
});

test(
  'a missing location is reported even to a profile that cannot assign it',
  nightly,
  async ({ open, api, problems }) => {
    problems.expect(/400.*\/api\/v1\/users/);
    const call = await api('admin');
    const one = await person(call);
    const role = await newRole(call, { USERS: 'EDIT', 'ALL-DATA-ACCESS': 'TRUE' });
    const { username } = await newcomer(call, 'demo', role.name);
    const page = await open(null, { storageState: await freshState('demo', username) });
    const constraint = `tags.${one.tags[0]?.tagId}`;
    // made required since the form was opened
    const refusal = { code: 'tagRequired', constraint, detail: 'required', params: { field: 'Location' } };
    await page.route('**/api/v1/users/*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 400, json: { errors: [refusal] } })
        : route.fallback(),
    );
    await page.setViewportSize({ width: 1280, height: 400 });
    const form = await openForm(page, one);
    await expect(form.getByRole('combobox', { name: 'Location' })).toHaveCount(0);
    await field(form, 'Name').fill('Typed already');
    await button(form, 'Save').click();
    const alert = form.getByRole('alert').filter({ hasText: 'Location is required' });
    await expect(alert).toBeInViewport();
    await expect(form.locator(':focus')).toContainText('Location is required');
  },
);

test(
  'a failure that belongs to no field has the specified title, and its reason',
  nightly,
  async ({ page, api, problems }) => {
    problems.expect(/500.*\/api\/v1\/users/);
    const one = await person(await api('admin'));
    await page.route('**/api/v1/users/*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 500, json: { errors: [{ code: 'internal', detail: 'broken' }] } })
        : route.fallback(),
    );
    const form = await openForm(page, one);
    await field(form, 'Name').fill('Not stored');
    await button(form, 'Save').click();
    const alert = form.getByRole('alert').filter({ hasText: 'Failed to add / update Profile' });
    await expect(alert).toBeVisible();
    await expect(alert).not.toHaveText('Failed to add / update Profile');
  },
);

test('name, profile ID and email have the specified lengths', nightly, async ({ page, problems }) => {
  problems.allow(/409.*\/api\/v1\/users/);
  await page.goto('/users?open=new');
  const form = drawer(page, 'Add profile');
  const email = (length: number) => `${'e'.repeat(length - '@demo.example'.length)}@demo.example`;
  const limits = {
    Name: [(length: number) => 'n'.repeat(length), 35, 'Name cannot exceed 35 characters'],
    'Profile ID': [(length: number) => 'p'.repeat(length), 60, 'Profile ID cannot exceed 60 characters'],
    Email: [email, 254, 'Email cannot exceed 254 characters'],
  } as const;
  for (const [name, [text, most, words]] of Object.entries(limits)) {
    const refusal = form.getByText(words, { exact: true });
    await field(form, name).fill(text(most + 1));
    await field(form, name).blur();
    await expect(refusal).toBeVisible();
    await field(form, name).fill(text(most));
    await field(form, name).blur();
    await expect(refusal).toHaveCount(0);
  }
});

test(
  'the question before a deletion says what can be brought back, and for how long',
  nightly,
  async ({ page, api }) => {
    await openForm(page, await person(await api('admin')));
    await headAction(drawer(page), 'Delete');
    await expect(drawer(page, 'Delete profile')).toContainText(
      'For 30 days an administrator can bring back name and groups, never PIN or sign-in.',
    );
  },
);
