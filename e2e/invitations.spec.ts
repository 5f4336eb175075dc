import { invitations } from '@keyward/contract/invitations';
import { secureKeys } from '@keyward/contract/onepass';
import type { Call } from './calls.ts';
import { holdWrites } from './held.ts';
import { drawer, expectTotal, row, rowLink, withoutLive } from './list.ts';
import { mailedLink } from './mail.ts';
import { expect, test, nightly } from './people.ts';
import { newDevice, newNames } from './things.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const address = () => `guest${newNames('').serial.toLowerCase()}@example.com`;

/** A key of a new padlock. */
async function newKey(call: Call) {
  const device = await newDevice(call, { type: 'IR padlock 2.0' });
  const { data } = await call(secureKeys.create, { body: { serial: device.serial_number, duration: 2880, count: 3 } });
  return data;
}

test('an invitation is sent from the key, sent again, corrected and deactivated', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const key = await newKey(call);
  const email = address();
  await page.goto(`/onepass?open=${key.id}`);
  const keyDrawer = drawer(page, key.id);
  await keyDrawer.getByRole('button', { name: 'Create invitation' }).click();
  const form = keyDrawer.getByRole('form', { name: 'New invitation' });
  const send = form.getByRole('button', { name: 'Send invitation' });
  const field = form.getByLabel('Email');
  await expect(send).toBeDisabled();
  await field.focus();
  await field.blur();
  await expect(form.getByText('This field is required.')).toBeVisible();
  await field.fill('nobody');
  await field.blur();
  await expect(form.getByText('Invalid email address')).toBeVisible();
  await field.fill('');
  await field.blur();
  await expect(form.getByText('Email address cannot be empty')).toBeVisible();
  await expect(send).toBeDisabled();
  await field.fill(email);
  await form.getByLabel('Instructions').fill('a'.repeat(301));
  await expect(send).toBeDisabled();
  await form.getByLabel('Instructions').fill('Ring the bell');
  await expect(form.getByText('13 of 300 characters')).toBeVisible();
  await send.click();
  await expect(page.getByText('Invitation sent')).toBeVisible();
  await expect(
    page.getByText('An email has been sent with a link for installing the app and using the temporary access key.'),
  ).toBeVisible();
  const first = await mailedLink(email);

  const { invitations: given } = (await call(secureKeys.get, { params: { id: key.id } })).data;
  await keyDrawer.getByRole('link', { name: given[0]?.id ?? '' }).click();
  const shown = drawer(page, email);
  const steps = shown.getByRole('region', { name: 'Invitation' });
  await expect(steps.getByText(`Handed to the mail server for ${email}`)).toHaveCount(1);
  await expect(shown.getByText('Ring the bell')).toBeVisible();
  await expect(shown.getByRole('table').getByText(key.device.name)).toBeVisible();

  await shown.getByRole('button', { name: 'Resend invitation' }).click();
  await expect(steps.getByText(`Same link sent again to ${email}`)).toBeVisible();
  expect(await mailedLink(email)).toBe(first);

  const corrected = address();
  await shown.getByRole('button', { name: 'Correct address' }).click();
  const correction = shown.getByRole('form', { name: 'Correct address' });
  const sendNew = correction.getByRole('button', { name: 'Send new link' });
  // without the '&' it is another mailbox
  await correction.getByLabel('New email address').fill(`r&d.${corrected}`);
  await sendNew.click();
  await expect(shown.getByText('Some characters will be removed')).toBeVisible();
  await expect(shown.getByText(`“r&d.${corrected}” will be saved as “rd.${corrected}”.`)).toBeVisible();
  await correction.getByLabel('New email address').fill(corrected);
  await sendNew.click();
  expect(await mailedLink(corrected)).not.toBe(first);

  const now = drawer(page, corrected);
  await now.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('New link copied', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /\/apps\/onepass\/invitation\?token=[0-9a-f]{64}$/,
  );
  await now.getByRole('button', { name: 'Show QR code' }).click();
  await expect(now.getByRole('img', { name: 'QR code of the new link' })).toBeVisible();

  await now.getByRole('button', { name: 'Deactivate invitation' }).click();
  const confirmation = drawer(page, 'Deactivate invitation');
  await expect(confirmation).toContainText('regardless of the expiration date or the remaining uses');
  await expect(confirmation).toContainText('All keys of this invitation are disabled. This cannot be undone.');
  await confirmation.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('Invitation has been deactivated.')).toBeVisible();
  await expect(now.getByRole('button', { name: 'Resend invitation' })).toHaveCount(0);
  await expect(now.getByRole('button', { name: 'Deactivate invitation' })).toHaveCount(0);
  await expect(now.getByText('Deactivated').first()).toBeVisible();
});

test(
  'a typed address is not lost without a question, and editing it clears its refusal',
  nightly,
  async ({ page, api, problems }) => {
    problems.expect(/400.*\/address/);
    const call = await api('admin');
    const { id } = await newKey(call);
    const [email, corrected] = [address(), address()];
    const { data } = await call(invitations.create, { body: { email, secure_key_ids: [id] } });
    await page.goto(`/onepass?tab=Invitations&open=${data.id}`);
    const shown = drawer(page, email);
    const button = (name: string) => shown.getByRole('button', { name, exact: true });
    await button('Correct address').click();
    const field = shown.getByLabel('New email address');
    await field.fill(corrected);
    for (const leave of [button('Cancel'), button('Close')]) {
      await leave.click();
      await button('Keep editing').click();
      await expect(field).toHaveValue(corrected);
    }
    // another link would close the form
    for (const name of ['Copy link', 'Show QR code']) await expect(button(name)).toBeDisabled();

    const errors = [{ code: 'invalidField', constraint: 'email', detail: 'x', params: { field: 'email' } }];
    const refuse = { times: 1 };
    await page.route(
      '**/secure-key-invites/*/address',
      (route) => route.fulfill({ status: 400, json: { errors } }),
      refuse,
    );
    await button('Send new link').click();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await field.fill(`other.${corrected}`);
    await expect(field).not.toHaveAttribute('aria-invalid', 'true');
    await button('Cancel').click();
    await button('Discard changes').click();
    await expect(field).toHaveCount(0);
    await button('Correct address').click();
    await expect(field).toHaveValue(email);
  },
);

test(
  'a corrected address without an answer is not reported as failed, and is sent once',
  nightly,
  async ({ page, api, problems }) => {
    problems.expect(/\/address.*ERR_CONNECTION_RESET/, /ERR_CONNECTION_RESET.*\/address/);
    const call = await api('admin');
    const { id } = await newKey(call);
    const [email, corrected] = [address(), address()];
    const { data } = await call(invitations.create, { body: { email, secure_key_ids: [id] } });
    const keys: (string | undefined)[] = [];
    await page.route('**/secure-key-invites/*/address', async (route) => {
      if (keys.push(route.request().headers()['idempotency-key']) > 1) return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    // a live update would close the form
    await withoutLive(page);
    await page.goto(`/onepass?tab=Invitations&open=${data.id}`);
    const shown = drawer(page, email);
    await shown.getByRole('button', { name: 'Correct address' }).click();
    await shown.getByLabel('New email address').fill(corrected);
    const send = shown.getByRole('button', { name: 'Send new link' });
    await send.click();
    const alert = shown.getByRole('alert').filter({ hasText: 'The server cannot be reached.' });
    await expect(alert).toContainText('The invitation may have been sent.');
    await expect(page.getByText('Invitation not sent')).toHaveCount(0);
    await send.click();
    await expect(page.getByText('Invitation sent', { exact: true })).toBeVisible();
    expect(keys).toEqual([expect.any(String), keys[0]]);
  },
);

test(
  'a failure to read keys for an invitation is shown, and can be retried',
  nightly,
  async ({ page, api, problems }) => {
    problems.expect(/500.*\/api\/v1\/secure-keys/);
    const call = await api('admin');
    const key = await newKey(call);
    await newKey(call);
    await page.goto(`/onepass?open=${key.id}`);
    const keyDrawer = drawer(page, key.id);
    const failing = /\/api\/v1\/secure-keys\?.*Without/;
    await page.route(failing, (route) =>
      route.fulfill({ status: 500, json: { errors: [{ code: 'internal', detail: 'Internal Server Error' }] } }),
    );
    await keyDrawer.getByRole('button', { name: 'Create invitation' }).click();
    const form = keyDrawer.getByRole('form', { name: 'New invitation' });
    const more = form.getByRole('combobox', { name: 'Add more keys' });
    const failure = form.getByRole('alert').filter({ hasText: 'Other keys could not be loaded.' });
    await expect(failure).toBeVisible();
    await expect(more).toHaveCount(0);
    await page.unroute(failing);
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expect(failure).toHaveCount(0);
    await expect(more).toBeVisible();
  },
);

test('one new link is made at a time', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { id } = await newKey(call);
  const email = address();
  const { data } = await call(invitations.create, { body: { email, secure_key_ids: [id] } });
  await page.goto(`/onepass?tab=Invitations&open=${data.id}`);
  const shown = drawer(page, email);
  const held = await holdWrites(page, '**/secure-key-invites/*/link');
  await shown.getByRole('button', { name: 'Copy link' }).click();
  await held.sent;
  for (const name of ['Correct address', 'Copy link', 'Show QR code'])
    await expect(shown.getByRole('button', { name })).toBeDisabled();
  held.answer();
  await expect(page.getByText('New link copied', { exact: true })).toBeVisible();
  await expect(shown.getByRole('button', { name: 'Show QR code' })).toBeEnabled();
});

test('the list sends several again and deactivates them after a confirmation', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const name = newNames('several').serial.toLowerCase();
  for (const n of [1, 2]) {
    const { id } = await newKey(call);
    await call(invitations.create, { body: { email: `${name}.${n}@example.com`, secure_key_ids: [id] } });
  }
  await page.goto(`/onepass?tab=Invitations&search=${name}`);
  await expect(page.getByText('2 total rows')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select the loaded rows' }).check();
  await page.getByRole('button', { name: 'Resend invitation' }).click();
  await expect(page.getByText('Invitation sent').first()).toBeVisible();
  await page.reload();
  await page.getByRole('checkbox', { name: 'Select the loaded rows' }).check();
  await page.getByRole('button', { name: 'Deactivate invitation' }).click();
  await drawer(page, 'Deactivate 2 invitations').getByRole('button', { name: 'Deactivate invitation' }).click();
  await expect(page.getByText('2 invitations have been deactivated.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Deactivated' })).toHaveCount(2);
});

test('resending more invitations than one call takes is refused before it is sent', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const name = newNames('many').serial.toLowerCase();
  for (const n of [1, 2]) {
    const { id } = await newKey(call);
    await call(invitations.create, { body: { email: `${name}.${n}@example.com`, secure_key_ids: [id] } });
  }
  // as if only one could be sent at a time, so that no hundred rows are needed
  await page.route('**/api/v1/custom-views?*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replaceAll('"atMost":100', '"atMost":1');
    await route.fulfill({ response: answer, body });
  });
  await page.goto(`/onepass?tab=Invitations&search=${name}`);
  await expectTotal(page, 2);
  await page.getByRole('checkbox', { name: 'Select the loaded rows' }).check();
  const resend = page.getByRole('button', { name: 'Resend invitation' });
  await expect(resend).toBeDisabled();
  await resend.hover();
  await expect(page.getByText('At most 1 records can be changed at once. Narrow the list.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Deactivate invitation' })).toBeEnabled();
});

test('a refused mail shows the words of the mail server', nightly, async ({ page }) => {
  // an invitation of the demo
  await page.goto('/onepass?tab=Invitations&custom_view=Not+delivered&search=no.such.box');
  await expectTotal(page, 1);
  const refused = row(page, 'no.such.box@example.com');
  await expect(refused).toContainText('Refused');
  await rowLink(refused).click();
  const steps = drawer(page, 'no.such.box@example.com').getByRole('region', { name: 'Invitation' });
  await expect(
    steps.getByText('Refused by the mail server: 550 5.1.1 There is no mailbox of this name here'),
  ).toBeVisible();
});
