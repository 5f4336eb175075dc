import { readFile } from 'node:fs/promises';
import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { views } from '@keyward/contract/views';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { chooseView, drawer, header, row, rows, totalRows } from './list.ts';
import { expect, nightly, test } from './people.ts';
import { edge, edited, namesOf, newName, removeSaved, save, widthOf } from './saved.ts';
import { newDevice, newNames } from './things.ts';

// a page that still shows a view would get an alert that it is gone
test.afterAll(removeSaved);

/** Within a pixel: a width is rendered in the next frame. */
const expectWidth = (page: Page, column: string, width: number) =>
  expect.poll(async () => Math.abs((await widthOf(page, column)) - width)).toBeLessThan(2);

test('columns are chosen and moved, kept in this browser, and reset', nightly, async ({ page, api }) => {
  const call = await api('admin');
  // devices of other tests would sort first, and have never reported
  const { data } = await call(devices.list, { query: { custom_view: 'Locks', security_status: 'secured' } });
  const [reported] = data;
  if (!reported) throw new Error('no lock has reported');
  await page.goto(`/devices?custom_view=Locks&search=${encodeURIComponent(reported.serial_number)}`);
  await totalRows(page);
  const before = await namesOf(page);
  await page.getByRole('button', { name: 'Columns' }).click();
  const columns = drawer(page, 'Columns');
  // the checkbox goes to the other list, and the focus with it
  await columns.getByRole('checkbox', { name: 'MAC address' }).check();
  await expect(columns.getByRole('status').filter({ hasText: 'MAC address is shown' })).toBeAttached();
  await expect(columns.getByRole('checkbox', { name: 'MAC address' })).toBeFocused();
  await columns.getByRole('checkbox', { name: 'Device type' }).press('Space');
  await expect(columns.getByRole('checkbox', { name: 'Device type' })).not.toBeChecked();
  await expect(columns.getByRole('checkbox', { name: 'Device type' })).toBeFocused();
  // by keyboard
  await columns.getByRole('button', { name: 'Move MAC address up' }).press('Enter');
  await expect(columns.getByRole('status').filter({ hasText: /^MAC address: place \d of \d$/ })).toBeAttached();
  await expect(columns.getByRole('button', { name: 'Move MAC address up' })).toBeFocused();
  // groups cannot come first
  const up = columns.getByRole('button', { name: 'Move Groups up' });
  for (let i = 0; i < 5; i++) await up.press('Enter');
  await expect(columns.getByRole('button', { name: 'Move Name down', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await columns.getByRole('button', { name: 'Done' }).click();
  const expected = ['Name', 'Groups', 'Serial number', 'Location', 'Security status', 'MAC address', 'Last reported'];
  await expect.poll(() => namesOf(page)).toEqual(expected);
  const address = row(page, reported.serial_number)
    .getByRole('cell')
    .filter({ hasText: /([0-9A-F]{2}:){5}/i });
  await expect(address).toHaveCount(1);
  await expect(edited(page)).toBeVisible();
  await page.reload();
  await totalRows(page);
  await expect.poll(() => namesOf(page)).toEqual(expected);
  // another view has its own columns
  await chooseView(page, 'Overview');
  await expect(header(page, 'Device type')).toBeVisible();
  await chooseView(page, 'Locks');
  await expect(header(page, 'MAC address')).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  await columns.getByRole('button', { name: 'Reset columns' }).click();
  await columns.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => namesOf(page)).toEqual(before);
});

test('each tag has its own column and filter', nightly, async ({ page, api }) => {
  const fixture = newNames('').serial;
  await newDevice(await api('admin'), { tags: { Fixture: [`Wall ${fixture}`], Department: ['Denim', 'Stock room'] } });
  await page.goto('/devices');
  await totalRows(page);
  await page.getByRole('button', { name: 'Columns' }).click();
  const columns = drawer(page, 'Columns');
  await columns.getByRole('checkbox', { name: 'Fixture' }).check();
  await columns.getByRole('checkbox', { name: 'Department' }).check();
  await columns.getByRole('checkbox', { name: 'Groups' }).uncheck();
  await columns.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const filters = drawer(page, 'Filters');
  await filters.getByRole('combobox', { name: 'Fixture: condition' }).click();
  await page.getByRole('option', { name: 'ends with' }).click();
  await filters.getByRole('textbox', { name: 'Fixture: value' }).fill(fixture.toLowerCase());
  await filters.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(rows(page)).toHaveCount(1);
  const cells = rows(page).getByRole('cell');
  await expect(cells.filter({ hasText: `Wall ${fixture}` })).toHaveCount(1);
  await expect(cells.filter({ hasText: 'Denim' })).toContainText('Stock room');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const [head = '', line = ''] = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(head.split(',').slice(-2)).toEqual(['Fixture', 'Department']);
  expect(line).toMatch(new RegExp(`,Wall ${fixture},Denim; Stock room$`));
});

test('a header word of more than 15 characters breaks, a shorter one does not', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { serial } = newNames('');
  const objects = [{ type: 'devices' as const, order: 1, required: false }];
  const columnOf = async (label: string) => {
    const { data } = await call(groups.create, { body: { label, type: 1, values: ['A'], objects } });
    return { id: data.id, accessorKey: `tags.${data.id}`, width: 60, label };
  };
  // 15 and 16 characters, and a short word beside a long one
  const made = [
    await columnOf(`Goods${serial.slice(0, 10)}`),
    await columnOf(`Goods${serial.slice(0, 11)}`),
    await columnOf(`Stockroom ${serial}${serial}`),
  ];
  const columns = made.map(({ accessorKey, width }) => ({ accessorKey, width }));
  const view = await save(call, { columns: [{ accessorKey: 'name' }, ...columns] });
  await page.goto(`/devices?custom_view=${view.value}`);
  await totalRows(page);
  /** The number of lines of a column's header. */
  const lines = (column: string, word = column) =>
    header(page, column)
      .getByText(word)
      .first()
      .evaluate((element, sought) => {
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
          const start = text.textContent?.indexOf(sought) ?? -1;
          if (start < 0) continue;
          const range = document.createRange();
          range.setStart(text, start);
          range.setEnd(text, start + sought.length);
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
        }
        return 0;
      }, word);
  const [short = '', long = '', both = ''] = made.map(({ label }) => label);
  await expect.poll(() => lines(long)).toBeGreaterThan(1);
  expect(await lines(short)).toBe(1);
  expect(await lines(both, serial + serial)).toBeGreaterThan(1);
  expect(await lines(both, 'Stockroom')).toBe(1);
  for (const { id } of made) await call(groups.remove, { params: { id } });
});

test('columns are dragged into another order', nightly, async ({ page }) => {
  await page.goto('/activity');
  await totalRows(page);
  await page.getByRole('button', { name: 'Columns' }).click();
  const columns = drawer(page, 'Columns');
  const handle = (name: string) => columns.getByRole('listitem').filter({ hasText: name }).getByTitle(/^Drag/);
  // the drawer has stopped moving
  await handle('Agent').hover();
  const from = await handle('Agent').boundingBox();
  const to = await handle('Result').boundingBox();
  if (!from || !to) throw new Error('no handles');
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, from.y, { steps: 3 });
  await page.mouse.move(to.x + 10, to.y + 4, { steps: 10 });
  await page.mouse.up();
  await columns.getByRole('button', { name: 'Done' }).click();
  const order = ['Event time', 'Event', 'Agent', 'Result', 'Entity', 'Location', 'Entity type'];
  await expect.poll(() => namesOf(page)).toEqual(order);
  await page.getByRole('button', { name: 'Discard changes' }).click();
});

test('columns are resized by mouse and keyboard, and fitted', nightly, async ({ page }) => {
  await page.goto('/devices?custom_view=Locks');
  await totalRows(page);
  await header(page, 'Name').hover();
  const before = await widthOf(page, 'Name');
  const box = await edge(page, 'Name').boundingBox();
  if (!box) throw new Error('no edge');
  const at = { x: box.x + 18, y: box.y + 10 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 60, at.y, { steps: 6 });
  // the edge follows the mouse during the drag
  await expectWidth(page, 'Name', before + 60);
  await page.mouse.up();
  await expectWidth(page, 'Name', before + 60);
  // resizing did not sort
  await expect(page).not.toHaveURL(/sort=/);
  await edge(page, 'Name').press('ArrowLeft');
  await expectWidth(page, 'Name', before + 50);
  const drawn = Number(await edge(page, 'Name').getAttribute('aria-valuenow'));
  await expectWidth(page, 'Name', drawn);
  await page.reload();
  await totalRows(page);
  await expectWidth(page, 'Name', drawn);
  await header(page, 'Name').hover();
  await edge(page, 'Name').press('Home');
  await expectWidth(page, 'Name', 60);
  await edge(page, 'Name').dblclick({ position: { x: 18, y: 18 } });
  // as wide as the longest name
  await expect.poll(() => widthOf(page, 'Name')).toBeGreaterThan(100);
  const cut = await rows(page)
    .first()
    .getByRole('link')
    .evaluate((link) => link.scrollWidth > link.clientWidth);
  expect(cut).toBe(false);
  // Escape cancels the drag
  const fitted = await widthOf(page, 'Name');
  const end = await edge(page, 'Name').boundingBox();
  if (!end) throw new Error('no edge');
  await page.mouse.move(end.x + 18, end.y + 10);
  await page.mouse.down();
  await page.mouse.move(end.x + 118, end.y + 10, { steps: 4 });
  await page.keyboard.press('Escape');
  await expectWidth(page, 'Name', fitted);
  await page.mouse.up();
  await expectWidth(page, 'Name', fitted);
});

test('widths and columns are saved with a view', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const view = await save(call);
  await page.goto(`/devices?custom_view=${view.value}`);
  await totalRows(page);
  await expect.poll(() => namesOf(page)).toEqual(['Name', 'Serial number', 'Battery (%)']);
  await header(page, 'Name').hover();
  await edge(page, 'Battery (%)').press('Shift+ArrowRight');
  const chosen = Number(await edge(page, 'Battery (%)').getAttribute('aria-valuenow'));
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/v1/custom-views?*', async (route) => {
    await answered;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(`The view “${view.label}” is saved.`)).toBeVisible();
  // the width does not jump back before the view is refetched
  await expectWidth(page, 'Battery (%)', chosen);
  answer();
  await expect(edited(page)).toHaveCount(0);
  const { data } = await call(views.list, { query: { resource: 'device' } });
  const kept = data.find((v) => v.value === view.value)?.columns.find((c) => c.accessorKey === 'battery')?.width;
  expect(kept).toBeGreaterThan(0);
  await expectWidth(page, 'Battery (%)', kept ?? 0);
});

test(
  'on a phone the rows show the chosen columns, and nothing is wider than the screen',
  nightly,
  async ({ open, api }) => {
    const view = await save(await api('admin'), { name: `${newName()} with a name that is rather long` });
    const page = await open('admin', { viewport: { width: 360, height: 740 } });
    await page.goto(`/devices?custom_view=${view.value}`);
    await totalRows(page);
    await expect(rows(page).first().getByText('Battery (%)')).toBeVisible();
    await page.getByRole('button', { name: 'Columns' }).click();
    await drawer(page, 'Columns').getByRole('checkbox', { name: 'Created' }).check();
    await drawer(page, 'Columns').getByRole('button', { name: 'Done' }).click();
    await expect(row(page, /./).first().getByText('Created')).toBeVisible();
    await expect(edited(page)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await expectAccessible(page);
  },
);
