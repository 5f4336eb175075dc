// `npm run screenshots`: takes the pictures docs/images/*.png of the demo data. With BASE_URL set, it uses the server
// there. Japanese and Korean names need fonts with their glyphs on this machine.
import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { devices } from '@keyward/contract/devices';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { type Call, callsOf, originOf, signIn } from './calls.ts';
import { ensureBrowser } from './ensure-browser.ts';
import { drawer, rows, totalRows } from './list.ts';
import { stateOf } from './people.ts';
import { startServer } from './server.ts';

const folder = path.join(import.meta.dirname, '../docs/images');
const schemes = { '': 'light', '-dark': 'dark' } as const;
const desktop: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true };
const list = '/devices?custom_view=Locks&sort=state_updated_at:desc';

type Screenshot = {
  name: string;
  address: string;
  on?: BrowserContextOptions;
  signedOut?: true;
  ready: (page: Page) => Promise<unknown>;
};

async function screenshots(call: Call): Promise<Screenshot[]> {
  const { data } = await call(devices.list, { query: { search: 'phones table', sort: 'state_updated_at:desc' } });
  const [lock] = data;
  const opened = (page: Page) => drawer(page).getByRole('term').first().waitFor();
  return [
    {
      name: 'sign-in',
      address: '/username',
      signedOut: true,
      ready: (page) => page.getByRole('listitem').first().waitFor(),
    },
    { name: 'devices', address: list, ready: totalRows },
    { name: 'device', address: `${list}&open=${lock?.id}`, ready: opened },
    { name: 'activity', address: '/activity', ready: totalRows },
    {
      name: 'event',
      address: '/activity?custom_view=Key+Activity',
      ready: async (page) => {
        await rows(page).nth(2).click();
        await opened(page);
      },
    },
    { name: 'phone', address: list, on: phone, ready: totalRows },
    { name: 'phone-device', address: `${list}&open=${lock?.id}`, on: phone, ready: opened },
  ];
}

async function take(browser: Browser, cookie: string, picture: Screenshot): Promise<void> {
  const { name, address, on = desktop, signedOut: out, ready } = picture;
  for (const [suffix, colorScheme] of Object.entries(schemes)) {
    const context = await browser.newContext({
      ...on,
      baseURL: originOf('demo'),
      locale: 'en-US',
      colorScheme,
      reducedMotion: 'reduce',
      ...(out ? {} : { storageState: stateOf('demo', cookie) }),
    });
    const page = await context.newPage();
    await page.goto(address);
    await ready(page);
    // hides the caret and the pointer's hover
    await page.mouse.move(0, 0);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const file = path.join(folder, `${name}${suffix}.png`);
    await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
    console.log(`${path.relative(process.cwd(), file)} (${Math.round(statSync(file).size / 1000)} kB)`);
    await context.close();
  }
}

mkdirSync(folder, { recursive: true });
const server = process.env.BASE_URL ? undefined : await startServer();
if (server) process.env.BASE_URL = server.url;
try {
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] });
  const cookie = await signIn('demo', 'admin');
  for (const picture of await screenshots(callsOf('demo', cookie))) await take(browser, cookie, picture);
  await browser.close();
} finally {
  await server?.stop();
}
