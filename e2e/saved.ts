// Saved views and the columns of a list.
import { views } from '@keyward/contract/views';
import type { Locator, Page } from '@playwright/test';
import type { Call } from './calls.ts';
import { header } from './list.ts';

/** A name that no other test uses. */
export const newName = (): string => `Browser test ${crypto.randomUUID().slice(0, 8)}`;
const created: [Call, string][] = [];

/** Creates a view of unsecured locks through the API; `removeSaved` deletes it. */
export async function save(call: Call, over: object = {}) {
  const { data } = await call(views.create, {
    body: {
      resource: 'device',
      name: newName(),
      description: '',
      base: 'Locks',
      filter: { security_status: 'unsecured' },
      search: '',
      sort: [['serial_number', 'DESC']],
      columns: [{ accessorKey: 'name' }, { accessorKey: 'serial_number' }, { accessorKey: 'battery' }],
      sharing: { with: 'nobody' },
      ...over,
    },
  });
  created.push([call, data.value]);
  return data;
}
/** Lets `removeSaved` delete a view that was saved through the page. */
export async function alsoRemove(call: Call, name: string): Promise<void> {
  const { data } = await call(views.list, { query: { resource: 'device' } });
  const view = data.find((v) => v.label === name);
  if (view) created.push([call, view.value]);
}
export async function removeSaved(): Promise<void> {
  // some tests delete their views themselves
  for (const [call, id] of created.splice(0)) await call(views.remove, { params: { id } }).catch(() => undefined);
}

export const options = (page: Page): Locator => page.getByRole('button', { name: /^View options/ });
export async function option(page: Page, name: string): Promise<void> {
  await options(page).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}
/** The badge of a view that differs from its saved state. */
export const edited = (page: Page): Locator => page.getByText('edited', { exact: true });

/** The header texts, in order. */
export async function namesOf(page: Page): Promise<string[]> {
  const texts = await page.getByRole('columnheader').filter({ hasText: /\S/ }).allInnerTexts();
  return texts.map((text) => text.trim()).filter((text) => text !== 'Actions');
}
export const edge = (page: Page, column: string): Locator =>
  page.getByRole('separator', { name: `Width of ${column}` });
export const widthOf = async (page: Page, column: string): Promise<number> =>
  (await header(page, column).boundingBox())?.width ?? 0;
