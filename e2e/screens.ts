// Every screen and drawer and how to reach it, for checks that apply to all of them.
import { activity } from '@keyward/contract/activity';
import { invitations } from '@keyward/contract/invitations';
import { secureKeys } from '@keyward/contract/onepass';
import { expect, type Page } from '@playwright/test';
import type { Call, Person } from './calls.ts';
import { rows } from './list.ts';
import { mailedLink } from './mail.ts';
import { listScreens, type Screen, sendEmpty } from './screens-lists.ts';
import { newDevice } from './things.ts';
import { confirmTokens } from './tokens.ts';

const shownRows = (page: Page) => expect(rows(page).first()).toBeVisible();
const dialog = (page: Page) => page.getByRole('dialog');

/** The screens of a profile with every permission. Creates their data first, in the tenant's first location. */
export async function screensInside(call: Call, location: string): Promise<Screen[]> {
  const tags = { Location: [location], Department: ['Phones', 'Watches', 'Denim'], Notes: ['Spare key in the safe'] };
  const lock = await newDevice(call, { type: 'RAC lock', tags });
  const { data: events } = await call(activity.list, { query: { search: lock.name } });
  const at = (name: string, address: string, then: (page: Page) => Promise<unknown>): Screen => ({
    name,
    open: async (page) => {
      await page.goto(address);
      await then(page);
    },
  });
  return [
    at('devices', '/devices', shownRows),
    at('nothing found', '/devices?search=no+such+thing', (page) =>
      expect(page.getByText(/^(0 total rows|Nombre de lignes\s: 0|全 0 件)$/)).toBeVisible(),
    ),
    at('new device with faults', '/devices?open=new', sendEmpty),
    at('history', `/devices?open=${lock.id}&part=history`, (page) =>
      expect(dialog(page).getByRole('toolbar')).toBeVisible(),
    ),
    at('lock', `/devices?open=${lock.id}`, (page) => expect(dialog(page).getByRole('checkbox')).toBeVisible()),
    {
      name: 'OKM with a token',
      open: async (page, now) => {
        const okm = await newDevice(now, { type: 'OKM 40', tags });
        await confirmTokens(now);
        await page.goto(`/devices?open=${okm.id}`);
        await dialog(page).getByRole('region').last().getByRole('button').first().click();
        await expect(dialog(page).locator('code')).toHaveCount(2);
      },
    },
    at('deleting', `/devices?open=${lock.id}`, async (page) => {
      await expect(dialog(page).getByRole('checkbox')).toBeVisible();
      await dialog(page).locator('[aria-haspopup=menu]').click();
      await page.getByRole('menuitem').last().click();
      await expect(dialog(page).getByText(lock.serial_number)).toBeVisible();
    }),
    ...[1, 2].map((tab) =>
      at(`lock, tab ${tab + 1}`, `/devices?open=${lock.id}`, async (page) => {
        await dialog(page).getByRole('tab').nth(tab).click();
        await expect(dialog(page).getByRole('tabpanel').getByRole('listitem').first()).toBeVisible();
      }),
    ),
    at('dashboard', '/dashboard', (page) =>
      expect(page.getByRole('listitem').getByRole('status').last()).toContainText(/\d/),
    ),
    at('people with several keys', '/dashboard?details_view=multipleOnekeyCheckouts', (page) =>
      expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
    ),
    at('activity', '/activity', shownRows),
    at('event', `/activity?open=${events[0]?.id}`, (page) => expect(dialog(page).getByRole('table')).toBeVisible()),
    at('groups', '/access/groups', (page) => expect(page.getByRole('listitem').last()).toBeVisible()),
    at('new group with faults', '/access/groups', async (page) => {
      await page.getByRole('region').last().getByRole('button').nth(1).click();
      await sendEmpty(page);
    }),
    at('account', '/activity', async (page) => {
      await page.getByRole('banner').getByRole('button').last().click();
      await expect(dialog(page)).toBeVisible();
    }),
    ...[0, 1, 2, 3].map((tab) =>
      at(`settings, tab ${tab + 1}`, '/activity', async (page) => {
        await page.getByRole('banner').getByRole('button').last().click();
        await dialog(page).getByRole('button').first().click();
        await page.getByRole('tab').nth(tab).click();
        const shown = page.getByRole('tabpanel');
        await expect(tab === 1 ? shown.getByRole('listitem').first() : shown.getByRole('button').last()).toBeVisible();
      }),
    ),
    at('auto-logout warning', '/activity', async (page) => {
      // just over half a minute, so that the warning shows at once
      await page.route('**/config/autoLogoutTimeoutMins', (route) => route.fulfill({ json: { data: 0.51 } }));
      await page.reload();
      await expect(page.getByRole('timer')).toBeVisible();
      await page.unroute('**/config/autoLogoutTimeoutMins');
    }),
    ...(await listScreens(call, lock)),
    at('build', '/build', (page) => expect(page.getByText('1.26.25')).toBeVisible()),
  ];
}

export const screensOutside: Screen[] = [
  {
    name: 'profile ID',
    open: async (page) => {
      await page.goto('/username');
      await expect(page.getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'password',
    open: async (page) => {
      await page.getByRole('textbox').fill('admin');
      await page.keyboard.press('Enter');
      await expect(page.locator('[name=password]')).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.locator('[aria-invalid=true]')).toBeVisible();
    },
  },
  {
    name: 'forgotten password',
    open: async (page) => {
      await page.goto('/forgot-password');
      await page.locator('[type=submit]').click();
      await expect(page.locator('[aria-invalid=true]')).toBeVisible();
    },
  },
  {
    name: 'e-mail on its way',
    open: async (page) => {
      await page.goto('/forgot-password');
      await page.evaluate(() => sessionStorage.clear());
      await page.reload();
      await page.getByRole('textbox').fill('somebody-else');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('status').filter({ hasText: 'somebody-else' })).toBeVisible();
    },
  },
  {
    name: 'request that is not valid',
    open: async (page) => {
      await page.goto('/set-password?token=none');
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
    },
  },
  {
    name: 'coming back from single sign-on',
    open: async (page) => {
      await page.route('**/api/v1/login/sso', () => undefined);
      await page.goto('/sso?code=a&state=b');
      await expect(page.getByRole('status').filter({ hasText: /\S/ })).toBeVisible();
    },
  },
  {
    name: 'app that does not exist',
    open: async (page) => {
      await page.goto('/apps/other/ios');
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
    },
  },
];

/** The page of a link to set a password, as printed by the operator's command. */
export const setPassword = (link: string): Screen => ({
  name: 'new password',
  open: async (page) => {
    await page.goto(link);
    await page.locator('[name=newPassword]').fill('aB1');
    await expect(page.getByRole('listitem')).toHaveCount(5);
  },
});

/** The page of a mailed invitation, in this language. Makes the invitation first. */
export async function recipientsPage(call: Call, locale: 'en' | 'fr' | 'ja-JP', location: string): Promise<Screen> {
  const device = await newDevice(call, { type: 'RAC lock', tags: { Location: [location] } });
  const key = await call(secureKeys.create, { body: { serial: device.serial_number, duration: 120, count: 3 } });
  const email = `${device.serial_number.toLowerCase()}@example.com`;
  await call(invitations.create, {
    body: { email, secure_key_ids: [key.data.id], notes: 'Use the back door.', locale },
  });
  const link = await mailedLink(email);
  return {
    name: 'invitation of a recipient',
    open: async (page) => {
      await page.goto(link);
      await expect(page.getByText(device.name)).toBeVisible();
    },
  };
}

/** Screens of profiles other than the administrator. */
export const screensOf: Partial<Record<Person, Screen[]>> = {
  clerk: [
    {
      name: 'device, read only',
      open: async (page) => {
        await page.goto('/devices');
        await shownRows(page);
        await rows(page).first().getByRole('link').click();
        await expect(dialog(page).getByRole('definition').first()).toBeVisible();
      },
    },
  ],
  nobody: [
    {
      name: 'no permission',
      open: async (page) => {
        await page.goto('/');
        await expect(page).toHaveURL('/no-permission');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      },
    },
  ],
};
