// What axe finds on a page (WCAG 2.2 AA), in light and in dark.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** What another colour scheme can change: the page is the same one. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** Everything, or what `rules` says; on the whole page, or on the parts that `within` selects. */
export async function faultsOf(page: Page, rules?: string[], within?: string): Promise<string[]> {
  // axe itself is large: it need not be brought again to a page that has it
  const there = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(there ? { axeSource: 'void 0' } : {}) }).options({
    runOnly: rules ? { type: 'rule', values: rules } : { type: 'tag', values: standard },
    // what is well need not be told
    resultTypes: ['violations'],
    // it would fetch the style sheets again, for a rule that is not among these
    preload: false,
  });
  if (within) axe.include(within);
  // without frames on the pages, axe needs no page of its own to gather their results
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html, any }) => `${id}: ${target.join(' ')} ${html} ${any.map((why) => why.message).join()}`),
  );
}

/** What fades in has half a colour; when it is done, what inherits from it may begin. */
const still = (page: Page) =>
  page.evaluate(async () => {
    const passing = () =>
      document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    for (let some = passing(); some.length > 0; some = passing()) {
      await Promise.allSettled(some.map(({ finished }) => finished));
    }
  });

/**
 * axe finds nothing on what is shown now, in light and in dark; a fault is told with `name`, and ends the test unless
 * `soft`. The page is light afterwards, and moves nothing any more.
 */
export async function expectAccessible(
  page: Page,
  { within, name = '', soft = false }: { within?: string; name?: string; soft?: boolean } = {},
): Promise<void> {
  const judge = soft ? expect.soft : expect;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await still(page);
    const faults = await faultsOf(page, colorScheme === 'light' ? undefined : ofColours, within);
    judge(faults, `${name} ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
