// Violations that axe finds on a page (WCAG 2.2 AA), in light and in dark.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules that depend on the colour scheme: the page is otherwise the same. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** All rules, or those in `rules`; on the whole page, or within the parts that `within` selects. */
export async function violationsOf(page: Page, rules?: string[], within?: string): Promise<string[]> {
  // axe is large: it is not injected again into a page that has it
  const loaded = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(loaded ? { axeSource: 'void 0' } : {}) }).options({
    runOnly: rules ? { type: 'rule', values: rules } : { type: 'tag', values: standard },
    // passes are not reported
    resultTypes: ['violations'],
    // preloading would fetch the style sheets again, for a rule that is not among these
    preload: false,
  });
  if (within) axe.include(within);
  // the pages have no frames, so axe needs no extra page to collect results
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html, any }) => `${id}: ${target.join(' ')} ${html} ${any.map((why) => why.message).join()}`),
  );
}

/** Waits for transitions to end: a fading element has an intermediate colour, and its end can start inherited ones. */
const finishAnimations = (page: Page) =>
  page.evaluate(async () => {
    const running = () =>
      document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    for (let some = running(); some.length > 0; some = running()) {
      await Promise.allSettled(some.map(({ finished }) => finished));
    }
  });

/** The colours of the dark scheme take as long as all the rules in light (docs/decisions/0033). */
const schemes = process.env.BY_DAY === '1' ? (['light'] as const) : (['light', 'dark'] as const);

/**
 * Expects no violations on the current screen, in light and, except in `npm test`, in dark; a violation is reported with
 * `name`, and ends the test unless `soft`. Afterwards the page is light and has reduced motion.
 */
export async function expectAccessible(
  page: Page,
  { within, name = '', soft = false }: { within?: string; name?: string; soft?: boolean } = {},
): Promise<void> {
  const assert = soft ? expect.soft : expect;
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await finishAnimations(page);
    const faults = await violationsOf(page, colorScheme === 'light' ? undefined : ofColours, within);
    assert(faults, `${name} ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
