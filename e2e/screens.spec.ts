import type { BrowserContextOptions, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import type { Call, Tenant } from './calls.ts';
import { rows, totalRows } from './list.ts';
import { operatorLink } from './mail.ts';
import { newcomer } from './newcomer.ts';
import { expect, nightly, noSingleSignOn, test } from './people.ts';
import { screensInside, recipientsPage, screensOf, screensOutside, setPassword } from './screens.ts';
import type { Screen } from './screens-lists.ts';

const first = { en: 'Northgate – Leeds', fr: 'Northgate – Leeds', 'ja-JP': 'Harbor – Boston' };
// the profiles of the second tenant read Japanese: see global-setup.ts
const tenants = { en: 'demo', fr: 'demo', 'ja-JP': 'harbor' } as const satisfies Record<string, Tenant>;
/** The roughly forty screens of an administrator are split into this many tests. */
const walks = 4;
const narrowest = 360;

/** Elements that scroll horizontally: the page itself, or a part of it. */
const wide = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('html, body, body *')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      // the role matrix scrolls on its own, as a two-dimensional table may (WCAG 2.2, 1.4.10)
      .filter((element) => !element.querySelector(':scope > table[role=grid]'))
      .filter(
        (element) => element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowX),
      )
      .map((element) => `${element.tagName} ${element.className} ${element.scrollWidth} > ${element.clientWidth}`),
  );

/** Test data is created once for each worker: each role widens the matrix. */
const made = new Map<Tenant, Promise<Screen[]>>();

/**
 * On a desktop, axe finds no violation on any screen; on a phone, nothing scrolls horizontally. The result of axe
 * (roles, names, colours) depends neither on the width nor on the language, so it checks each screen once.
 */
async function examine(page: Page, call: Call, screens: Screen[], language: string): Promise<void> {
  const dialog = '[role=dialog]';
  for (const { name, open } of screens) {
    await open(page, call);
    await expect.soft(page.locator('html'), name).toHaveAttribute('lang', language);
    if (page.viewportSize()?.width === narrowest) expect.soft(await wide(page), name).toEqual([]);
    else {
      // the covered part is a screen of its own
      const covered = (await page.locator(dialog).count()) > 0;
      await expectAccessible(page, { name, soft: true, ...(covered ? { within: dialog } : {}) });
    }
  }
}

// French texts are the longest of the six languages; Japanese ones break between any two characters
for (const [language, ...widths] of [
  ['en', 1440, narrowest],
  ['fr', narrowest],
  ['ja-JP', narrowest],
] as const) {
  for (const width of widths) {
    const tenant = tenants[language];
    const options: BrowserContextOptions & { tenant: Tenant } = {
      tenant,
      locale: language,
      reducedMotion: 'reduce',
      viewport: { width, height: width > narrowest ? 900 : 740 },
    };
    for (let walk = 1; walk <= walks; walk++) {
      test(
        `every signed-in screen passes: ${language}, ${width} px, ${walk} of ${walks}`,
        nightly,
        async ({ open, api }) => {
          test.slow();
          const call = await api('admin', tenant);
          const page = await open('admin', options);
          const making = made.get(tenant) ?? screensInside(call, first[language]);
          made.set(tenant, making);
          const screens = await making;
          const share = Math.ceil(screens.length / walks);
          await examine(page, call, screens.slice((walk - 1) * share, walk * share), language);
        },
      );
    }

    test(
      `every signed-out screen and every one with fewer permissions passes: ${language}, ${width} px`,
      nightly,
      async ({ api, open, problems }) => {
        problems.expect(noSingleSignOn);
        test.slow();
        // another link for the same profile would invalidate the first
        const call = await api('admin', tenant);
        const { username } = await newcomer(call, tenant);
        const link = await operatorLink('password', tenant, username);
        await examine(
          await open(null, options),
          call,
          [...screensOutside, setPassword(link), await recipientsPage(call, language, first[language])],
          language,
        );
        for (const person of ['clerk', 'nobody'] as const)
          await examine(await open(person, options), call, screensOf[person] ?? [], language);
      },
    );
  }
}

for (const person of ['admin', 'manager', 'clerk'] as const) {
  test(`the header fits every section at 360 px: ${person}`, nightly, async ({ open }) => {
    const page = await open(person, { viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' });
    for (const section of ['/activity', '/users', '/devices', '/access/groups', '/access/roles']) {
      await page.goto(section);
      const header = page.getByRole('banner');
      // a label with one location, a button with several
      await expect(header.locator('[title], [aria-label^="Locations"]').first()).toBeVisible();
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), section).toBeLessThanOrEqual(
        0,
      );
      expect(await header.evaluate((element) => element.scrollWidth - element.clientWidth), section).toBe(0);
      await expect(header.getByRole('button').last()).toBeInViewport({ ratio: 1 });
    }
  });
}

test('the header fits every language on a small screen', nightly, async ({ open }) => {
  for (const locale of ['en', 'fr', 'ja-JP', 'ko-KR']) {
    const page = await open('admin', { locale, viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await page.goto('/access/roles');
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    for (const width of [1440, 1280, 1024, 901]) {
      await page.setViewportSize({ width, height: 900 });
      const user = page.getByRole('banner').getByRole('button').last();
      await expect.soft(user, `${locale}, ${width} px`).toBeInViewport({ ratio: 1 });
      expect.soft(await wide(page), `${locale}, ${width} px`).toEqual([]);
    }
  }
});

test('on a phone the sections are a bar, and rows have two lines', nightly, async ({ open }) => {
  const page = await open('clerk', { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  await page.goto('/activity');
  await totalRows(page);
  // rows that are read again are faint
  await expect(page.getByRole('table')).not.toHaveAttribute('aria-busy', 'true');
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await expect(sections.getByRole('link')).toHaveText(['Activity', 'Profiles', 'Devices']);
  await expect(sections.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
  await sections.getByRole('link', { name: 'Devices' }).click();
  await expect(page).toHaveURL('/devices');
  await expect(sections.getByRole('link', { name: 'Devices' })).toHaveAttribute('aria-current', 'page');
  // the second line has the type; its name is for screen readers
  await expect(rows(page).first().getByText('Device type')).toBeAttached();
  await expect(rows(page).first().getByText('Serial number')).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Sort by' }).click();
  await page.getByRole('option', { name: 'Serial number, descending' }).click();
  await expect(page).toHaveURL(/sort=serial_number(:|%3A)desc/);
  const sorted = page.getByRole('combobox', { name: 'Sort by' });
  await expect(sorted).toHaveValue('Serial number, descending');
  // the column by which the rows are sorted is shown, with its name
  await expect(rows(page).first().getByText('Serial number')).toBeVisible();
  // the icon does not show the direction: the text already does
  const mark = () => sorted.locator('xpath=..').locator('svg').first().innerHTML();
  const before = await mark();
  await page.setViewportSize({ width: 1280, height: 844 });
  const head = page.getByRole('columnheader', { name: 'Serial number' });
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(sorted).toHaveValue('Serial number, ascending');
  expect(await mark()).toBe(before);
});
