import { gateway } from '@keyward/contract/gateway';
import { expectAccessible } from './axe.ts';
import { password, send } from './calls.ts';
import { confirmDialog } from './confirming.ts';
import { drawer, expectTotal, row } from './list.ts';
import { expect, freshState, nightly, test } from './people.ts';
import { newDevice } from './things.ts';
import { issueToken } from './tokens.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test(
  'an OKM gets a token, reports with it, and is refused after its revocation',
  nightly,
  async ({ open, api, problems }) => {
    problems.expect(/403.*\/controller-tokens/);
    const okm = await newDevice(await api('admin'), { type: 'OKM 40' });
    // a session of its own, in which no token was confirmed before
    const page = await open(null, { storageState: await freshState('demo', 'admin') });
    await page.goto(`/devices?open=${okm.id}`);
    const form = drawer(page, okm.name);
    const tokens = form.getByRole('region', { name: 'Controller tokens' });
    await expect(tokens.getByText('No tokens. This OKM cannot report until it has one.')).toBeVisible();
    const issue = tokens.getByRole('button', { name: 'Issue token' });
    await issue.click();
    const dialog = confirmDialog(page);
    await expect(dialog).toContainText('With a token, the names and PINs of all who may use this OKM can be read.');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('Confirm that it is you, then try again.')).toBeVisible();
    await expect(tokens.getByText('No tokens.')).toBeVisible();
    await issue.click();
    await dialog.getByLabel('Your password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).dblclick();
    await expect(tokens.getByText('New token issued. Copy it now: it is not shown again.')).toBeVisible();
    await expect(issue).toBeFocused();
    await tokens.getByRole('button', { name: 'Copy' }).click();
    await expect(tokens.getByRole('button', { name: 'Copied' })).toBeVisible();
    const secret = await page.evaluate(() => navigator.clipboard.readText());
    expect(secret).toBe(await tokens.getByLabel('Token secret').innerText());
    await tokens.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText(secret)).toHaveCount(0);

    const report = (storeMode: string, id: string) =>
      send('demo', gateway.reports.method, gateway.reports.path, {
        headers: { authorization: `Bearer ${secret}` },
        body: {
          reports: [
            {
              serial: okm.serial_number,
              state: { storeMode, firmwareVersion: '40.9.1' },
              events: [{ id, type: 'STORE_MODE_SETUP_STATE_CHANGE', time: new Date().toISOString() }],
            },
          ],
        },
      });
    const answer = await report('open', '1');
    expect(JSON.parse(answer.text)).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
    // the same event again is a duplicate
    expect(JSON.parse((await report('open', '1')).text)).toEqual({ accepted: 0, duplicates: 1, rejected: [] });

    await page.reload();
    const state = form.getByRole('region', { name: 'Reported state' });
    await expect(state.getByText('Online')).toBeVisible();
    await expect(state.getByText('40.9.1')).toBeVisible();
    await expect(state.getByText('Open', { exact: true })).toBeVisible();
    // never exposed (specification, part 2, section 3 'Device')
    await expect(state.getByText('Last IP address')).toHaveCount(0);
    await expect(tokens.getByText(/Last used/)).toBeVisible();

    await tokens.getByRole('button', { name: `Revoke token ${secret.slice(0, 8)}` }).click();
    await tokens.getByRole('button', { name: 'Keep' }).click();
    expect((await report('closed', '2')).status).toBe(200);
    await tokens.getByRole('button', { name: /^Revoke token/ }).click();
    await expect(tokens.getByText('Revoke this token? The OKM stops reporting with it at once.')).toBeVisible();
    await tokens.getByRole('button', { name: 'Revoke token', exact: true }).click();
    await expect(tokens.getByText('No tokens.')).toBeVisible();
    expect((await report('open', '3')).status).toBe(401);

    await page.goto(`/activity?search=${encodeURIComponent(okm.name)}`);
    await expectTotal(page, 5);
    for (const act of ['Device added', 'Controller token issued', 'Controller token revoked'])
      await expect(row(page, act)).toContainText('Alex Morgan');
    await expect(row(page, 'Store mode setup changed')).toHaveCount(2);
  },
);

test(
  'the tokens stay on screen while the part for PINs held by a revoked OKM loads',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const okm = await newDevice(call, { type: 'OKM 40' });
    await issueToken(call, okm.id);
    const arrived = Promise.withResolvers<void>();
    await page.route('**/assets/HeldPins-*.js', async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await page.goto(`/devices?open=${okm.id}`);
    const tokens = drawer(page, okm.name).getByRole('region', { name: 'Controller tokens' });
    const requested = page.waitForRequest('**/assets/HeldPins-*.js');
    await tokens.getByRole('button', { name: /^Revoke token/ }).click();
    await tokens.getByRole('button', { name: 'Revoke token', exact: true }).click();
    await requested;
    await expect(tokens.getByText('No tokens.')).toBeVisible();
    arrived.resolve();
  },
);
