// Sessions that end while a form is open.
import { auth } from '@keyward/contract/auth';
import { expect, type Page } from '@playwright/test';
import { send } from './calls.ts';
import { drawer, withoutLive } from './list.ts';
import { freshState, type Fixtures } from './people.ts';
import { newDevice } from './things.ts';

export const cookieOf = (state: Awaited<ReturnType<typeof freshState>>) =>
  state.cookies.map(({ name, value }) => `${name}=${value}`).join();
const endOnServer = async (cookie: string) =>
  expect((await send('demo', 'POST', auth.logout.path, { headers: { cookie } })).status).toBe(204);

/** Ends the session right before the page's next write: otherwise a read of the page could notice the end earlier. */
export async function endBeforeWrite(page: Page, cookie: string): Promise<void> {
  let over = false;
  await page.route(/\/api\/v1\/(devices|users|roles|me\/settings|secure-key)/, async (route) => {
    if (!over && route.request().method() !== 'GET') {
      over = true;
      await endOnServer(cookie);
    }
    await route.continue();
  });
}
/** Types a name for a new device and saves, with a session that ends right before. */
export async function endUnderDevice({ open, api }: Pick<Fixtures, 'open' | 'api'>, typed: string) {
  const device = await newDevice(await api('admin'));
  const state = await freshState('demo', 'admin');
  const page = await open(null, { storageState: state });
  await withoutLive(page);
  await page.goto(`/devices?open=${device.id}`);
  const form = drawer(page, device.name);
  const name = form.getByRole('textbox', { name: 'Name' });
  await name.fill(typed);
  await endBeforeWrite(page, cookieOf(state));
  await form.getByRole('button', { name: 'Save' }).click();
  return { device, page, form, name };
}
/** The notice that offers the values typed before the end. */
export const note = (page: Page) => page.getByRole('status').filter({ hasText: 'Your changes were kept' });
