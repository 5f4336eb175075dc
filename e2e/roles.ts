// The role editor, and roles and profiles for only one test.
import { permissionIds, type Permissions } from '@keyward/contract/permissions';
import { profiles } from '@keyward/contract/profiles';
import { type Role, roles } from '@keyward/contract/roles';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Call } from './calls.ts';

export const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Roles and permissions' });
export const column = (page: Page, name: string): Locator => page.getByRole('columnheader', { name, exact: true });
export const rowOf = (page: Page, permission: string): Locator =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: permission, exact: true }) });
export const button = (of: Page | Locator, name: string): Locator => of.getByRole('button', { name, exact: true });
/** The control of a cell in the edited column. */
export const cell = (page: Page, permission: string): Locator => rowOf(page, permission).getByRole('combobox');
export const nameField = (page: Page): Locator => page.getByRole('textbox', { name: 'Role name' });
export const alertOf = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
export const bar = (page: Page) => page.getByRole('region', { name: /^Editing / });

const createdNames: string[] = [];
export function newName(what = 'Role'): string {
  const name = `${what} ${Buffer.from(crypto.getRandomValues(new Uint8Array(4))).toString('hex')}`;
  createdNames.push(name);
  return name;
}
/** Deletes the roles and profiles that this worker created: each role adds a column to everyone's matrix. */
export async function removeNamed(call: Call): Promise<void> {
  const isOurs = (name: string) => createdNames.some((one) => name.startsWith(one));
  // a role in use cannot be deleted
  for (const name of createdNames.filter((one) => one.startsWith('Person '))) {
    const { data } = await call(profiles.list, { query: { search: name } });
    for (const { id } of data) await call(profiles.remove, { params: { id } });
  }
  const all = createdNames.length ? await allRoles(call) : [];
  for (const { id, name } of all.filter((role) => isOurs(role.name))) {
    // profiles of other files, which run in the same worker
    const { data } = await call(profiles.list, { query: { 'role.name': name } });
    for (const holder of data) await call(profiles.remove, { params: { id: holder.id } });
    await call(roles.remove, { params: { id } });
  }
  createdNames.length = 0;
}
export const given = (held: Permissions) =>
  permissionIds.flatMap((id) => {
    const value = held[id];
    return value ? [{ id, value }] : [];
  });
export const newRole = async (call: Call, held: Permissions, name = newName()): Promise<Role> =>
  (await call(roles.create, { body: { name, permissions: given(held) } })).data;
async function allRoles(call: Call): Promise<Role[]> {
  const all: Role[] = [];
  for (let page = 1, last = 1; page <= last; page++) {
    const reply = await call(roles.list, { query: { page: String(page) } });
    all.push(...reply.data);
    last = reply.total_pages;
  }
  return all;
}
export const findRole = async (call: Call, name: string): Promise<Role | undefined> =>
  (await allRoles(call)).find((role) => role.name === name);
export const heldBy = (role: Role | undefined) =>
  Object.fromEntries(
    (role?.permissions ?? []).flatMap(({ id, value }) => (/NONE|FALSE/.test(value) ? [] : [[id, value]])),
  );
export async function newPerson(call: Call, held: Role): Promise<{ id: string; name: string; username: string }> {
  const name = newName('Person');
  const username = name.replace(' ', '.').toLowerCase();
  const { data } = await call(profiles.create, { body: { name, username, roles: [held.id] } });
  return { id: data.id, name, username };
}

export async function openRoles(page: Page): Promise<void> {
  await page.goto('/access/roles');
  await expect(page.getByRole('heading', { level: 1, name: 'Access' })).toBeVisible();
  await expect(column(page, 'Admin')).toBeVisible();
}
export async function choose(page: Page, permission: string, value: string): Promise<void> {
  await cell(page, permission).click();
  await page.getByRole('option', { name: value, exact: true }).click();
  await expect(cell(page, permission)).toHaveText(value);
}

/** Success alerts close after four seconds, so the wait starts before the act. */
export async function saying(page: Page, text: string, act: () => Promise<void>): Promise<void> {
  await Promise.all([expect(alertOf(page, text)).toBeVisible(), act()]);
}
