// The screens of profiles, roles, filters, columns, saved views, downloads and reasons, in any language.
import { invitations } from '@keyward/contract/invitations';
import { secureKeys } from '@keyward/contract/onepass';
import { profiles } from '@keyward/contract/profiles';
import type { Device } from '@keyward/contract/devices';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Call } from './calls.ts';
import { rows } from './list.ts';
import { newName, newRole } from './roles.ts';

/** `open` gets the calls of the running test, since the session that made the screens may have ended. */
export type Screen = { name: string; open: (page: Page, call: Call) => Promise<void> };

const dialog = (page: Page) => page.getByRole('dialog');
const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click();
const names = {
  filter: /^(Filter|Filtrer|絞り込む)/,
  columns: /^(Columns|Colonnes|列)$/,
  options: /^(View options|Options de la vue|ビューのオプション)/,
  download: /^(Download CSV|Télécharger en CSV|CSV をダウンロード)$/,
  cancel: /^(Cancel|Annuler|キャンセル)$/,
  add: /^(Add role|Ajouter un rôle|ロールを追加)$/,
  dates: /^(Date range|Période|期間|日付)/,
  saveKey: /^(Save key|Enregistrer la clé|キーを保存)$/,
};

async function atList(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(rows(page).first()).toBeVisible();
}

async function atHeading(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('table').or(page.getByRole('link')).last()).toBeVisible();
}

/** Opens the list at the address, and the layer that the button of that name opens. */
const opened = (address: string, button: RegExp, shown: (over: Locator) => Locator) => async (page: Page) => {
  await atList(page, address);
  await press(page, button);
  await expect(shown(dialog(page)).first()).toBeVisible();
};
/** Submits an empty form, to show its validation errors. */
export async function sendEmpty(page: Page): Promise<void> {
  await dialog(page).getByRole('textbox').first().waitFor();
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page).locator('[aria-invalid=true]').first()).toBeVisible();
}

/** For a profile with every permission. Creates the profile and the role first. */
export async function listScreens(call: Call, device: Device): Promise<Screen[]> {
  const role = await newRole(call, { DEVICES: 'EDIT', 'EVENT-STORE': 'READ', 'OKM-USER': 'TRUE' });
  const name = newName('Person');
  const body = { name, username: name.replace(' ', '.').toLowerCase(), roles: [role.id] };
  const { data: person } = await call(profiles.create, { body });
  const key = await call(secureKeys.create, { body: { serial: device.serial_number, duration: 2880, count: 3 } });
  const email = `${body.username}@example.com`;
  const { data: invitation } = await call(invitations.create, {
    body: { email, secure_key_ids: [key.data.id], notes: 'Use the back door.', locale: 'en' },
  });
  const openProfile = async (page: Page) => {
    await page.goto(`/users?open=${person.id}`);
    await expect(dialog(page).getByRole('textbox').first()).toHaveValue(name);
  };
  const editRole = async (page: Page) => {
    await page.goto('/access/roles');
    await page.getByRole('columnheader', { name: role.name }).getByRole('button').first().click();
    await expect(page.getByRole('grid').getByRole('textbox')).toBeFocused();
  };
  return [
    { name: 'profiles', open: (page) => atList(page, '/users') },
    {
      name: 'OnePASS keys, and one of them',
      open: async (page) => {
        await atList(page, '/onepass');
        await rows(page).first().getByRole('link').click();
        await expect(dialog(page).getByRole('definition').first()).toBeVisible();
      },
    },
    {
      name: 'OnePASS invitations, and one of them',
      open: async (page) => {
        await atList(page, `/onepass?tab=Invitations&search=${email}`);
        await rows(page).first().getByRole('link').click();
        await expect(dialog(page).getByText(email).first()).toBeVisible();
        await expect(page).toHaveURL(new RegExp(invitation.id));
      },
    },
    {
      name: 'new OnePASS key with faults',
      open: async (page) => {
        await page.goto(`/devices?open=${device.id}`);
        const part = dialog(page).getByRole('region', { name: /OnePASS/ });
        await part.getByRole('button').first().click();
        await part.getByRole('button', { name: names.saveKey }).click();
        await expect(part.locator('[aria-invalid=true]').first()).toBeVisible();
      },
    },
    { name: 'keys that are out', open: (page) => atHeading(page, '/dashboard?details_view=custody') },
    { name: 'closing check', open: (page) => atHeading(page, '/dashboard?details_view=closing') },
    { name: 'new profile with faults', open: (page) => page.goto('/users?open=new').then(() => sendEmpty(page)) },
    { name: 'profile', open: openProfile },
    {
      name: 'deleting a profile',
      open: async (page) => {
        await openProfile(page);
        await dialog(page).locator('[aria-haspopup=menu]').click();
        await page.getByRole('menuitem').click();
        await expect(dialog(page).getByText(name).first()).toBeVisible();
      },
    },
    {
      name: 'why a person may',
      open: async (page) => {
        await openProfile(page);
        await dialog(page).getByRole('tab').last().click();
        const [permissions, reach] = [
          dialog(page).getByRole('region').first(),
          dialog(page).getByRole('region').last(),
        ];
        await permissions.getByRole('combobox').click();
        await page.getByRole('option').first().click();
        await expect(permissions.getByText(role.name)).toBeVisible();
        await reach.getByRole('textbox').fill(device.serial_number);
        await reach.getByRole('button', { name: device.serial_number }).click();
        await expect(reach.getByRole('status').getByRole('list')).toBeVisible();
      },
    },
    {
      name: 'roles',
      open: async (page) => {
        await page.goto('/access/roles');
        await expect(page.getByRole('columnheader', { name: role.name })).toBeVisible();
      },
    },
    {
      name: 'new role',
      open: async (page) => {
        await page.goto('/access/roles');
        await press(page, names.add);
        await expect(page.getByRole('grid').getByRole('textbox')).toBeFocused();
      },
    },
    { name: 'role that is edited', open: editRole },
    {
      name: 'impact of a role',
      open: async (page) => {
        await editRole(page);
        await page.getByRole('grid').getByRole('combobox').first().click();
        await page.getByRole('option').first().click();
        await page.keyboard.press('Control+Enter');
        await expect(dialog(page).getByText(name)).toBeVisible();
      },
    },
    {
      name: 'filters',
      open: opened('/devices?filter.security_status=unsecured', names.filter, (over) => over.getByRole('combobox')),
    },
    { name: 'calendar', open: opened('/activity', names.dates, (over) => over.getByRole('columnheader')) },
    { name: 'columns', open: opened('/devices', names.columns, (over) => over.getByRole('checkbox')) },
    {
      name: 'view to be saved, with faults',
      open: async (page) => {
        await atList(page, '/devices');
        await press(page, names.options);
        await page.getByRole('menuitem').first().click();
        await sendEmpty(page);
      },
    },
    {
      name: 'download under way',
      open: async (page) => {
        await atList(page, '/devices');
        await page.route(/results_per_page=5000/, () => undefined);
        await press(page, names.download);
        await expect(page.getByRole('button', { name: names.cancel })).toBeVisible();
      },
    },
  ];
}
