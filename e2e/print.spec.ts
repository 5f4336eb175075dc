// Lists and drawers on paper.
import { groups } from '@keyward/contract/groups';
import { profiles } from '@keyward/contract/profiles';
import type { Locator } from '@playwright/test';
import { bar } from './filters.ts';
import { drawer, expectTotal, rows, totalRows, viewTab } from './list.ts';
import { expect, nightly, test } from './people.ts';
import { closed, opened, printing } from './printing.ts';
import { findRole } from './roles.ts';
import { options } from './saved.ts';
import { leeds, newDevice, someDevices } from './things.ts';
import { confirmTokens } from './tokens.ts';

test('all rows of a list are printed as a report, and nothing of the portal', nightly, async ({ page, api }) => {
  const { word, names } = await someDevices(await api('admin'), 3);
  await printing(page);
  await page.goto(`/devices?search=${word}&filter.device_class=LOCK`);
  await expectTotal(page, 3);
  await options(page).click();
  await page.getByRole('menuitem', { name: 'Print…' }).click();
  await opened(page);
  const paper = page.locator('body > section');
  await expect(paper.locator('h1')).toHaveText('Devices');
  await expect(paper).toContainText(/View\s*Overview/);
  await expect(paper).toContainText(/Locations\s*All locations/);
  await expect(paper).toContainText(new RegExp(`Search\\s*${word}`));
  await expect(paper).toContainText(/Class\s*LOCK/);
  await expect(paper).toContainText(/Time zone\s*\S+/);
  await expect(paper).toContainText(/Printed\s*\d\d\/\d\d\/\d{4} \d\d:\d\d, by Alex Morgan/);
  await expect(paper).toContainText(/Rows\s*3/);
  await expect(paper.locator('thead th').first()).toHaveText('Name');
  await expect(paper.locator('tbody tr')).toHaveCount(3);
  for (const name of names) await expect(paper.locator('tbody')).toContainText(name);
  await expect(paper.locator('tbody tr').first()).toContainText(leeds);
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('main')).toBeHidden();
  expect(await paper.locator('thead').evaluate((head) => getComputedStyle(head).display)).toBe('table-header-group');
  // sheets, with something on them
  expect((await page.pdf()).length).toBeGreaterThan(8000);
  await closed(page);
  await expect(paper).toHaveCount(0);
  await expect(rows(page)).toHaveCount(3);
});

test(
  'a long list is read to its end before it is printed; Ctrl+P prints the loaded rows, with their share',
  nightly,
  async ({ page }) => {
    await printing(page);
    await page.goto('/devices');
    const total = await totalRows(page);
    expect(total).toBeGreaterThan(200);
    await options(page).click();
    await page.getByRole('menuitem', { name: 'Print…' }).click();
    await opened(page);
    const paper = page.locator('body > section');
    const printed = await paper.locator('tbody tr').count();
    // tests beside this one add devices
    expect(printed).toBeGreaterThanOrEqual(Math.min(total, 2000));
    // rows that were added while it was read are counted, not printed
    await expect(paper).toContainText(`Rows${printed.toLocaleString('en')}`);
    expect(new Set(await paper.locator('tbody tr').allTextContents()).size).toBe(printed);
    await closed(page);

    await expect(paper).toHaveCount(0);
    await page.keyboard.press('Control+p');
    await opened(page);
    const loaded = await paper.locator('tbody tr').count();
    expect(loaded).toBeLessThan(total);
    await expect(paper).toContainText(new RegExp(`Rows${loaded} of [\\d,]{3,}`));
    await expect(paper).toContainText('Only the rows that were loaded are printed.');
    await closed(page);
  },
);

test(
  'Ctrl+P prints as soon as the rows are shown; a filter by ids is printed by name',
  nightly,
  async ({ page, api }) => {
    const { word, names, ids } = await someDevices(await api('admin'), 3);
    await printing(page);
    await page.goto(`/devices?search=${word}`, { waitUntil: 'commit' });
    await rows(page).first().waitFor();
    await page.keyboard.press('Control+p');
    await opened(page);
    const paper = page.locator('body > section');
    await expect(paper.locator('tbody tr')).toHaveCount(3);
    await closed(page);
    await page.goto(`/devices?filter.id=${ids.join(',')}`);
    await expect(bar(page)).toContainText(names.join(', '));
    await page.keyboard.press('Control+p');
    await opened(page);
    // the values at the moment when the browser's dialog opens
    expect(await paper.locator('dl').innerText()).toContain(names.join(', '));
  },
);

test(
  'printing before the rows of a view arrive prints its rows, not those of the previous view',
  nightly,
  async ({ page, api }) => {
    const { word, names } = await someDevices(await api('admin'), 3);
    const okm = await newDevice(await api('admin'), { type: 'OKM 40', name: `${word} cabinet` });
    await printing(page);
    const paper = page.locator('body > section');
    /** Chooses OKMs, whose rows arrive once `answer` is called. */
    const change = async () => {
      await page.goto(`/devices?custom_view=Locks&search=${word}`);
      await expectTotal(page, 3);
      const answered = Promise.withResolvers<void>();
      const isList = (url: URL) => url.pathname === '/api/v1/devices' && url.searchParams.get('custom_view') === 'OKMs';
      await page.route(isList, async (route) => {
        await answered.promise;
        await route.continue();
      });
      await viewTab(page, 'OKMs').click();
      await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
      return async () => {
        answered.resolve();
        await expectTotal(page, 1);
      };
    };
    const expectPrinted = async () => {
      await opened(page);
      await expect(paper).toContainText(/View\s*OKMs/);
      await expect(paper).toContainText(/Rows\s*1/);
      await expect(paper.locator('tbody tr')).toHaveCount(1);
      await expect(paper.locator('tbody')).toContainText(okm.name);
      for (const name of names) await expect(paper.locator('tbody')).not.toContainText(name);
      await closed(page);
    };

    let answer = await change();
    await page.keyboard.press('Control+p');
    await answer();
    await expectPrinted();

    answer = await change();
    await options(page).click();
    await page.getByRole('menuitem', { name: 'Print…' }).click();
    await expect(drawer(page, 'Print').getByRole('status')).toHaveText('Loading…');
    await answer();
    await expectPrinted();
  },
);

test('Ctrl+P prints no list whose views could not be read', nightly, async ({ page, api, problems }) => {
  problems.expect(/500.*\/api\/v1\/custom-views/);
  const { word } = await someDevices(await api('admin'), 1);
  await printing(page);
  const ofActivity = (url: URL) =>
    url.pathname === '/api/v1/custom-views' && url.searchParams.get('resource') === 'event';
  await page.route(ofActivity, (route) =>
    route.fulfill({ status: 500, json: { errors: [{ code: 'internal', detail: 'broken' }] } }),
  );
  // from here on the code that prints is loaded
  await page.goto(`/devices?search=${word}`);
  await expectTotal(page, 1);
  await page.keyboard.press('Control+p');
  await opened(page);
  await closed(page);
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Activity' }).click();
  await expect(page).toHaveURL(/\/activity/);
  await totalRows(page);
  const refresh = page.getByRole('main').getByRole('button', { name: 'Refresh' }).last();
  await expect(page.getByText('There was an error fetching data.')).toBeVisible();
  await page.keyboard.press('Control+p');
  await expect(page.locator('html')).not.toHaveAttribute('data-printing');
  await page.unroute(ofActivity);
  await refresh.click();
  await expect(rows(page).first()).toBeVisible();
});

test('a date filter that is no span is printed with its condition', nightly, async ({ page }) => {
  await printing(page);
  const printed = async (filter: string) => {
    await page.goto(`/activity?custom_view=Overview&filter.event_time=${filter}`);
    await rows(page).first().waitFor();
    await page.keyboard.press('Control+p');
    await opened(page);
    const facts = await page.locator('body > section dl > div').filter({ hasText: 'Event time' }).allTextContents();
    await closed(page);
    return facts;
  };
  expect(await printed('gte:2026-03-01T00:00:00.000Z')).toEqual(['Event timefrom 01 Mar 2026 12:00 AM']);
  expect(await printed('not:range:2026-03-01T00:00:00.000Z,2026-03-02T00:00:00.000Z')).toEqual([
    'Event timenot 01 Mar 2026 12:00 AM – 02 Mar 2026 12:00 AM',
  ]);
});

test('a drawer is printed as its head, its facts and its history, without a secret', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const okm = await newDevice(call, { type: 'OKM 40' });
  await confirmTokens(call);
  await page.goto(`/devices?open=${okm.id}`);
  const panel = drawer(page);
  await expect(panel.getByRole('heading', { name: okm.name })).toBeVisible();
  await expect(panel.getByText('No tokens.', { exact: false })).toBeVisible();
  await expect(panel.getByRole('heading', { name: 'Remote unlock' })).toBeVisible();
  await panel.getByRole('button', { name: 'Issue token' }).click();
  const secret = panel.getByLabel('Token secret');
  await expect(secret).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(panel.getByRole('heading', { name: okm.name })).toBeVisible();
  await expect(panel.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(okm.name);
  await expect(panel.getByText('Never reported').first()).toBeVisible();
  await expect(secret).toBeHidden();
  // without a command there is nothing to read about it
  await expect(panel.getByRole('heading', { name: 'Remote unlock' })).toBeHidden();
  await expect(panel.getByRole('button').filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole('main')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await panel.getByRole('tab', { name: 'History' }).click();
  await expect(panel.getByRole('listitem').first()).toBeVisible();
  await expect(panel.getByRole('heading', { name: 'Last seven days' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(
    panel
      .getByRole('listitem')
      .filter({ hasText: /Alex Morgan/ })
      .first(),
  ).toBeVisible();
  await expect(panel.getByRole('heading', { name: 'Last seven days' })).toBeHidden();
  await expect(panel.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(okm.name);
  await expect(secret).toBeHidden();
});

/** The brightest colour channel of each visible text. */
const brightest = (panel: Locator) =>
  panel.evaluate((root) => {
    const found = new Map<string, number>();
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const owner = walker.currentNode.parentElement;
      const text = walker.currentNode.textContent?.trim() ?? '';
      if (!text || !owner?.checkVisibility()) continue;
      const channels =
        getComputedStyle(owner)
          .color.match(/[\d.]+/g)
          ?.slice(0, 3) ?? [];
      found.set(text, Math.max(...channels.map(Number)));
    }
    return Object.fromEntries(found);
  });

test(
  'a profile is printed with its roles, groups and validity, and with what it may use',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const clerk = await findRole(call, 'Store clerk');
    const { data: definitions } = await call(groups.definitions, { query: { object_type: 'users' } });
    const tags = definitions.flatMap(({ id: tagId, is_location: isLocation, label }) =>
      isLocation
        ? [{ tagId, values: [leeds] }]
        : label === 'Department'
          ? [{ tagId, values: ['Denim', 'Cameras', 'Stock room'] }]
          : [],
    );
    const username = `printed.${crypto.randomUUID().slice(0, 8)}`;
    const { data: person } = await call(profiles.create, {
      body: {
        name: 'Paula Printed',
        username,
        roles: [clerk?.id ?? ''],
        tags,
        valid_until: '2098-12-01T12:00:00.000Z',
      },
    });
    const device = await newDevice(call);
    await page.goto(`/users?open=${person.id}`);
    const panel = drawer(page, person.name);
    const chosen = (label: string) => panel.getByRole('combobox', { name: label, exact: true });
    await expect(chosen('Roles')).toHaveText('Store clerk');
    const end = panel.getByRole('button', { name: /^Valid until/ });
    const shownEnd = await end.innerText();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const onPaper = async () => {
      await expect(chosen('Roles')).toBeVisible();
      await expect(chosen('Department')).toBeVisible();
      await expect(chosen('Department')).toHaveText('Denim, Cameras, Stock room');
      await expect(end).toBeVisible();
      expect(shownEnd).toContain('2098');
      // on paper a field is a text, and mere buttons are left out
      await expect(end).toHaveCSS('border-top-width', '0px');
      await expect(panel.getByRole('button', { name: 'End now' })).toBeHidden();
      for (const [text, channel] of Object.entries(await brightest(panel)))
        expect(channel, `'${text}' is pale on the white paper`).toBeLessThan(120);
    };
    await onPaper();
    await page.emulateMedia({ media: 'screen' });
    await panel.getByRole('tab', { name: 'Access' }).click();
    await panel.getByRole('textbox', { name: 'Find a device' }).fill(device.name);
    const line = panel.getByRole('listitem').filter({ hasText: device.name });
    const verdict = line.getByText(/^(Allowed|No|Other|Groups|OKM) ?/);
    await expect(verdict).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(line.getByText(device.name)).toBeVisible();
    await expect(line.getByText(device.serial_number)).toBeVisible();
    await expect(verdict).toBeVisible();
    await onPaper();
  },
);
