import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { rows } from './list.ts';
import { operatorLink } from './mail.ts';
import { expect, noSingleSignOn, test } from './people.ts';
import { type Screen, screensInside, screensOf, screensOutside, setPassword, speak } from './screens.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const first = { en: 'Northgate – Leeds', 'ja-JP': 'Harbor – Boston' };
// the second customer's people read Japanese
const tenants = { en: 'demo', 'ja-JP': 'harbor' } as const;

async function faultsOf(page: Page, check: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  const dialog = '[role=dialog]';
  const axe = check(new AxeBuilder({ page }));
  // what a drawer covers is a screen of its own
  if (await page.locator(dialog).count()) axe.include(dialog);
  // without frames on the pages, axe needs no page of its own to gather their results
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html}`));
}

async function examine(page: Page, screens: Screen[]): Promise<void> {
  for (const { name, open } of screens) {
    await page.emulateMedia({ colorScheme: 'light' });
    await open(page);
    expect.soft(await faultsOf(page, (axe) => axe.withTags(rules)), `${name}, light`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    // the same page in other colours
    expect.soft(await faultsOf(page, (axe) => axe.withRules('color-contrast')), `${name}, dark`).toEqual([]);
  }
}

for (const language of ['en', 'ja-JP'] as const) {
  for (const width of [1440, 390]) {
    const tenant = tenants[language];
    const options = {
      ...{ tenant, locale: language, reducedMotion: 'reduce' as const },
      viewport: { width, height: width > 400 ? 900 : 844 },
    };
    test(`axe finds nothing inside: ${language}, ${width} px`, async ({ open, api }) => {
      test.setTimeout(8 * 60_000); // some thirty screens in two schemes
      const call = await api('admin', tenant);
      if (language === 'ja-JP') await speak(call, language);
      const page = await open('admin', options);
      await examine(page, await screensInside(call, first[language]));
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
    });

    test(`axe finds nothing outside and with fewer rights: ${language}, ${width} px`, async ({
      open,
      api,
      problems,
    }) => {
      problems.expect(noSingleSignOn);
      test.slow();
      await examine(await open(null, options), [
        ...screensOutside,
        setPassword(await operatorLink('password', tenant, 'nobody')),
      ]);
      for (const person of ['clerk', 'nobody'] as const) {
        if (language === 'ja-JP') await speak(await api(person, tenant), language);
        await examine(await open(person, options), screensOf[person] ?? []);
      }
    });
  }
}

/** What can be moved sideways: the page itself, or a part of it. */
const wide = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('html, body, body *')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      // the matrix of roles scrolls inside itself, as a table of two dimensions may (WCAG 2.2, 1.4.10)
      .filter((element) => !element.querySelector(':scope > table[role=grid]'))
      .filter(
        (element) => element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowX),
      )
      .map((element) => `${element.tagName} ${element.className} ${element.scrollWidth} > ${element.clientWidth}`),
  );

for (const language of ['en', 'ja-JP'] as const) {
  test(`nothing scrolls sideways at 360 px: ${language}`, async ({ open, api, problems }) => {
    problems.expect(noSingleSignOn);
    test.slow();
    const tenant = tenants[language];
    const options = {
      tenant,
      locale: language,
      viewport: { width: 360, height: 740 },
      reducedMotion: 'reduce' as const,
    };
    const visit = async (page: Page, screens: Screen[]) => {
      for (const screen of screens) {
        await screen.open(page);
        expect.soft(await wide(page), screen.name).toEqual([]);
      }
    };
    const call = await api('admin', tenant);
    if (language === 'ja-JP') await speak(call, language);
    await visit(await open(null, options), [
      ...screensOutside,
      setPassword(await operatorLink('password', tenant, 'nobody')),
    ]);
    await visit(await open('admin', options), await screensInside(call, first[language]));
    for (const person of ['clerk', 'nobody'] as const)
      await visit(await open(person, options), screensOf[person] ?? []);
  });
}

for (const person of ['admin', 'manager', 'clerk'] as const) {
  test(`the header fits every section at 360 px: ${person}`, async ({ open }) => {
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

test('on a phone the sections are in a menu', async ({ open }) => {
  const page = await open('clerk', { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  await page.goto('/activity');
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await expect(sections).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(sections.getByRole('link')).toHaveText(['Activity', 'Profiles', 'Devices']);
  expect(await faultsOf(page, (axe) => axe.withTags(rules))).toEqual([]);
  await sections.getByRole('link', { name: 'Devices' }).click();
  await expect(page).toHaveURL('/devices');
  await expect(sections).toBeHidden();
  // rows are cards there, each value beside its name
  const card = rows(page).first();
  await expect(card.getByText('Serial number')).toBeVisible();
  await page.getByRole('combobox', { name: 'Sort by' }).click();
  await page.getByRole('option', { name: 'Serial number ↓' }).click();
  await expect(page).toHaveURL(/sort=serial_number(:|%3A)desc/);
});
