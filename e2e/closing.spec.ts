import { type ClosingCheck, type ClosingLocation, custody } from '@keyward/contract/custody';
import { expectAccessible } from './axe.ts';
import { expect, nightly, test } from './people.ts';
import { leeds } from './things.ts';

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
  alerted_at: '2026-03-04T20:15:00.000Z',
  escalated_at: null,
  cleared_at: null,
  current: true,
};
const place = (name: string, last: ClosingCheck | null, more: Partial<ClosingLocation> = {}): ClosingLocation => ({
  location: { id: `00000000-0000-7000-8000-${name.length.toString().padStart(12, '0')}`, name },
  zone: 'UTC',
  closes: true,
  next: '2026-03-05T20:15:00.000Z',
  last,
  ...more,
});

test('what is not in order comes first, with what was found, its steps, and links to it', nightly, async ({ page }) => {
  const data = [
    place('Never closes', null, { closes: false, next: null }),
    place('Not yet', null),
    place('In order', { ...check, alerted_at: null }),
    place('Put right since', { ...check, keys_out: 1, cleared_at: '2026-03-04T20:50:00.000Z' }),
    place('Left until the opening', { ...check, current: false, okms_offline: 1 }),
    place(leeds, {
      ...check,
      keys_out: 2,
      locks_unsecured: 1,
      okms_offline: 1,
      escalated_at: '2026-03-04T20:45:00.000Z',
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
    'Left until the opening',
    'Put right since',
    'In order',
    'Not yet',
    'Never closes',
  ]);
  const states = ['Not in order', 'Was not put right', 'Put right', 'In order', 'Not checked yet', 'No check'];
  for (const [i, state] of states.entries()) await expect(lines.nth(i).getByRole('cell').first()).toHaveText(state);
  const red = lines.first();
  await expect(red.getByRole('link')).toHaveText(['2 keys out', '1 lock not secured', '1 OKM offline']);
  await expect(red).toContainText('Checked: 04/03/2026 20:15');
  await expect(red).toContainText('Escalated: 04/03/2026 20:45');
  await expect(red).toContainText('Next check: 05/03/2026 20:15');
  await expect(lines.nth(1)).toContainText('1 OKM offline');
  await expect(lines.nth(1).getByRole('link')).toHaveCount(0);
  await expect(lines.nth(2)).toContainText('Put right: 04/03/2026 20:50');
  await expect(lines.last()).toContainText('This location never closes or never opens, so there is no check.');
  await expectAccessible(page);
  await red.getByRole('link', { name: '1 lock not secured' }).click();
  await expect(page).toHaveURL(/\/devices\?custom_view=Locks&filter\.security_status=unsecured/);
  await expect(page.getByText('filtered by').locator('xpath=..')).toContainText(leeds);
});
