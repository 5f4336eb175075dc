import { type ClosingCheck, type ClosingLocation, custody } from '@keyward/contract/custody';
import type { InboxEntry } from '@keyward/contract/inbox';
import { settings } from '@keyward/contract/settings';
import type { Page } from '@playwright/test';
import { signInAs } from './account.ts';
import { expectAccessible } from './axe.ts';
import { callsOf, signIn } from './calls.ts';
import { withoutLive } from './list.ts';
import { newcomer } from './newcomer.ts';
import { expect, freshState, nightly, noSingleSignOn, test } from './people.ts';
import { leeds, locationTag } from './things.ts';

test('the page of closing checks shows each location and says who is mailed', nightly, async ({ page }) => {
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Closing check' }).click();
  await expect(page).toHaveURL('/dashboard?details_view=closing');
  await expect(page.getByRole('heading', { level: 1, name: 'Closing check' })).toBeVisible();
  const line = page.getByRole('row').filter({ hasText: leeds });
  await expect(line).toBeVisible();
  await expect(page.getByText('profile is mailed when a location is not in order')).toBeVisible();
  await expectAccessible(page);
});

const check = {
  keys_out: 0,
  locks_unsecured: 0,
  okms_offline: 0,
  closed_at: '2026-03-04T20:00:00.000Z',
  checked_at: '2026-03-04T20:15:00.000Z',
  looked_at: '2026-03-04T20:15:00.000Z',
  alerted_at: '2026-03-04T20:15:00.000Z',
  escalated_at: null,
  escalated_to: null,
  cleared_at: null,
  current: true,
};
const york = 'Northgate – York';
const closingLocation = (
  name: string,
  last: ClosingCheck | null,
  more: Partial<ClosingLocation> = {},
): ClosingLocation => ({
  location: { id: `00000000-0000-7000-8000-${name.length.toString().padStart(12, '0')}`, name },
  zone: 'UTC',
  closes: true,
  next: '2026-03-05T20:15:00.000Z',
  due: null,
  last,
  ...more,
});

test('locations not in order come first, with the findings, their steps and links', nightly, async ({ page }) => {
  const data = [
    closingLocation('Never closes', null, { closes: false, next: null }),
    closingLocation('Not yet', null),
    closingLocation('In order', { ...check, alerted_at: null }),
    closingLocation('Put right since', { ...check, keys_out: 1, cleared_at: '2026-03-04T20:50:00.000Z' }),
    closingLocation('Left until the opening', {
      ...check,
      current: false,
      okms_offline: 1,
      escalated_at: '2026-03-04T20:45:00.000Z',
      escalated_to: 0,
    }),
    closingLocation(
      'Check is missing',
      { ...check, alerted_at: null, current: false },
      { due: '2026-03-05T20:15:00.000Z', next: '2026-03-06T20:15:00.000Z' },
    ),
    closingLocation(leeds, {
      ...check,
      keys_out: 2,
      locks_unsecured: 1,
      okms_offline: 1,
      looked_at: '2026-03-04T20:48:00.000Z',
      escalated_at: '2026-03-04T20:45:00.000Z',
      escalated_to: 1,
    }),
  ];
  await page.route(`**${custody.closing.path}*`, (route) =>
    route.fulfill({ json: { data, mailed: { alert: 2, escalate: 1, minutes: 30 } } }),
  );
  await page.goto('/dashboard?details_view=closing');
  await expect(page.getByText('2 profiles are mailed when a location is not in order.')).toBeVisible();
  await expect(page.getByText('After 30 min it is escalated to 1 profile.')).toBeVisible();
  const lines = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
  await expect(lines.getByRole('rowheader')).toHaveText([
    leeds,
    'Check is missing',
    'Left until the opening',
    'Put right since',
    'In order',
    'Not yet',
    'Never closes',
  ]);
  const states = [
    'Not in order',
    'Not checked',
    'Was not put right',
    'Put right',
    'In order',
    'Not checked yet',
    'No check',
  ];
  for (const [i, state] of states.entries()) await expect(lines.nth(i).getByRole('cell').first()).toHaveText(state);
  const red = lines.first();
  await expect(red.getByRole('link')).toHaveText(['2 keys out', '1 lock not secured', '1 OKM offline']);
  await expect(red).toContainText('Checked: 04/03/2026 20:15');
  await expect(red).toContainText('Last look: 04/03/2026 20:48');
  await expect(red).toContainText('Escalated: 04/03/2026 20:45');
  await expect(red).toContainText('Next check: 05/03/2026 20:15');
  await expect(lines.nth(1)).toContainText('The check that was due at 05/03/2026 20:15 has not been made.');
  await expect(lines.nth(1)).not.toContainText('Checked:');
  const left = lines.nth(2);
  await expect(left).toContainText('1 OKM offline');
  await expect(left.getByRole('link')).toHaveCount(0);
  await expect(left).toContainText('Escalation due, but there was no one to send it to: 04/03/2026 20:45');
  await expect(left).not.toContainText('Escalated:');
  await expect(lines.nth(3)).toContainText('Put right: 04/03/2026 20:50');
  await expect(lines.last()).toContainText('This location never closes or never opens, so there is no check.');
  await expectAccessible(page);
  await red.getByRole('link', { name: '1 lock not secured' }).click();
  await expect(page).toHaveURL(/\/devices\?custom_view=Locks&filter\.security_status=unsecured/);
  await expect(page.getByText('filtered by').locator('xpath=..')).toContainText(leeds);
});

test(
  'if the checks of a chosen location cannot be read, those of other locations are not shown instead',
  nightly,
  async ({ page, problems }) => {
    problems.expect(/500.*closing/);
    let fails = false;
    await page.route(`**${custody.closing.path}*`, (route) =>
      fails
        ? route.fulfill({ status: 500, json: { errors: [{ code: 'internal', detail: 'broken' }] } })
        : route.fulfill({
            json: { data: [closingLocation(leeds, check)], mailed: { alert: 1, escalate: 0, minutes: 30 } },
          }),
    );
    await withoutLive(page);
    await page.clock.install();
    await page.goto('/dashboard?details_view=closing');
    const lines = page.getByRole('rowheader');
    await expect(lines).toHaveText([leeds]);
    fails = true;
    await page.getByRole('button', { name: 'Locations: All locations' }).click();
    // while all are chosen, the first click chooses only one
    await page.getByRole('listbox', { name: 'Locations' }).getByRole('option', { name: york, exact: true }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByText('The closing checks could not be read.')).toBeVisible();
    await expect(lines).toHaveCount(0);
    fails = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(lines).toHaveText([leeds]);
    // the rows of the same choice stay
    fails = true;
    await page.clock.fastForward(31_000);
    await expect(page.getByText(/^The closing checks could not be read again\. They are as of \d\d\//)).toBeVisible();
    await expect(page.getByText('The closing checks could not be read.', { exact: true })).toHaveCount(0);
    await expect(lines).toHaveText([leeds]);
  },
);

test('the times of a location in another zone are also shown in that zone', nightly, async ({ page }) => {
  const data = [
    closingLocation(
      leeds,
      { ...check, escalated_at: '2026-03-04T20:45:00.000Z', escalated_to: 1 },
      { zone: 'Asia/Tokyo' },
    ),
    closingLocation(york, check),
  ];
  await page.route(`**${custody.closing.path}*`, (route) =>
    route.fulfill({ json: { data, mailed: { alert: 2, escalate: 1, minutes: 30 } } }),
  );
  await page.goto('/dashboard?details_view=closing');
  const lines = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
  await expect(lines.first()).toContainText('Checked: 04/03/2026 20:15');
  await expect(lines.first()).toContainText('05/03/2026 05:15 · Asia/Tokyo');
  await expect(lines.nth(1)).toContainText('Checked: 04/03/2026 20:15');
  await expect(lines.nth(1)).not.toContainText('·');
});

const notice: InboxEntry = {
  id: '00000000-0000-7000-8000-000000000001',
  kind: 'closingAlert',
  details: { location: leeds, keys: 2, locks: 0, okms: 0 },
  path: '/dashboard?details_view=closing',
  created_at: '2026-03-04T20:15:00.000Z',
  read: true,
};

/** Opens the notice of a closing check in the inbox, and goes back to the first section, without a tab of Insights. */
async function expectBoard(page: Page, first: string): Promise<void> {
  await page.route(/\/api\/v1\/inbox(\?.*)?$/, (route) => route.fulfill({ json: { data: [notice], unread: 0 } }));
  await page.goto('/devices');
  await page.getByRole('button', { name: /^Inbox/ }).click();
  const inbox = page.getByRole('dialog', { name: 'Inbox' });
  await inbox.getByRole('link', { name: `${leeds}: not in order at closing` }).click();
  await expect(inbox).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard?details_view=closing');
  await expect(page.getByRole('heading', { level: 1, name: 'Closing check' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: leeds })).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Sections' });
  await expect(tabs.getByRole('link', { name: first })).toBeVisible();
  await expect(tabs.getByRole('link', { name: 'Insights' })).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: first }).click();
  await expect(page).toHaveURL(new RegExp(`/${first.toLowerCase()}`));
}

test(
  'with the permission to read devices, a notice leads to the checks even without Insights',
  nightly,
  async ({ open }) => {
    const page = await open('clerk');
    await expectBoard(page, 'Activity');
    await page.goto('/dashboard?details_view=custody');
    await expect(page.getByRole('heading', { level: 1, name: 'Keys that are out' })).toBeVisible();
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/activity/);
  },
);

test('a notice leads to the checks even without a card on Insights', nightly, async ({ api, open }) => {
  const call = await api('admin');
  const { column } = await locationTag(call);
  const tags = [{ tagId: column.replace('tags.', ''), values: [leeds] }];
  const { username } = await newcomer(call, 'demo', 'Store manager', tags);
  const own = callsOf('demo', await signIn('demo', username));
  await own(settings.create, { body: { name: 'DashboardMetrics', category: 'UI', value: [] } });
  await expectBoard(await open(null, { storageState: await freshState('demo', username) }), 'Activity');
});

test(
  'the address in a mail leads to the checks after signing in, also without Insights',
  nightly,
  async ({ open, problems }) => {
    problems.expect(noSingleSignOn);
    const page = await open(null);
    await page.goto(notice.path);
    await signInAs(page, 'clerk');
    await expect(page).toHaveURL('/dashboard?details_view=closing');
    await expect(page.getByRole('row').filter({ hasText: leeds })).toBeVisible();
  },
);
