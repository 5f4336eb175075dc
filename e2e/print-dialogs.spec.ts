// Ctrl+P while a dialog is open above a list.
import { openSettings } from './account.ts';
import { expectTotal } from './list.ts';
import { expect, nightly, test } from './people.ts';
import { closed, opened, printing } from './printing.ts';
import { someDevices } from './things.ts';

test(
  'Ctrl+P is left to the browser while a dialog is open: the dialog is printed, not the list',
  nightly,
  async ({ page, api }) => {
    const { word } = await someDevices(await api('admin'), 1);
    await printing(page);
    // whether the portal took the key, once every listener has seen it
    await page.addInitScript(() =>
      addEventListener('keydown', (event) => {
        if (event.key === 'p')
          setTimeout(() => document.documentElement.setAttribute('data-taken', String(event.defaultPrevented)));
      }),
    );
    await page.goto(`/devices?search=${word}`);
    await expectTotal(page, 1);
    const html = page.locator('html');
    const dialog = page.getByRole('dialog', { name: 'Settings', exact: true });
    await openSettings(page);
    await page.keyboard.press('Control+p');
    await expect(html).toHaveAttribute('data-taken', 'false');
    await expect(html).not.toHaveAttribute('data-printing');
    await page.emulateMedia({ media: 'print' });
    await expect(dialog).toBeVisible();
    await expect(page.locator('body > section')).toHaveCount(0);
    await page.emulateMedia({ media: 'screen' });
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);

    await page.keyboard.press('Control+p');
    await expect(html).toHaveAttribute('data-taken', 'true');
    await opened(page);
    await expect(page.locator('body > section tbody tr')).toHaveCount(1);
    await closed(page);
  },
);
