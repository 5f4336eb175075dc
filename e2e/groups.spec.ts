import { activity } from '@keyward/contract/activity';
import { devices } from '@keyward/contract/devices';
import { groups, type ManagedTag } from '@keyward/contract/groups';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, violationsOf } from './axe.ts';
import type { Call } from './calls.ts';
import { drawer } from './list.ts';
import { expect, nightly, test } from './people.ts';
import { newDevice } from './things.ts';

const newLabel = () => `Test ${Math.random().toString(36).slice(2, 8)}`;
const alertOf = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const button = (of: Page | Locator, name: string) => of.getByRole('button', { name, exact: true });
const nameField = (of: Locator) => of.getByRole('textbox', { name: 'Name' });
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const left = (page: Page) => page.getByRole('region', { name: 'Access Group Categories' });
const namesIn = (page: Page, label: string) =>
  page
    .getByRole('list', { name: `${label}: Access Groups` })
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => item.querySelector('[class*=name]')?.textContent));

const made: string[] = [];
/** A category with values, used only by this test. */
async function newTag(call: Call, values: string[] = [], body: object = {}): Promise<ManagedTag> {
  const { data } = await call(groups.create, { body: { label: newLabel(), type: 1, values, ...body } });
  made.push(data.id);
  return data;
}
test.afterEach(async ({ api }) => {
  const call = await api('admin');
  for (const id of made.splice(0)) await call(groups.remove, { params: { id } }).catch(() => undefined);
});
const open = (page: Page, tag: ManagedTag) => page.goto(`/access/groups?tag=${tag.id}`);

test('a category and its groups are added, renamed and deleted by typing their names', nightly, async ({ page }) => {
  await page.goto('/access/groups');
  await button(page, 'Add Access Group Category').click();
  const label = newLabel();
  const addTag = drawer(page, 'Add Access Group Category');
  await expect(nameField(addTag)).toBeFocused();
  await nameField(addTag).fill(label);
  await button(addTag, 'Add').click();
  await expect(alertOf(page, 'Category created successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name: label })).toBeVisible();
  await expect(page.getByText('No Access Groups')).toBeVisible();

  for (const name of ['Ten 10', 'Ten 2', 'alpha']) {
    await button(page, 'Add Access Group').click();
    const form = drawer(page, 'Add Access Group');
    await expect(form.getByRole('button', { name: `Category: ${label}` })).toBeVisible();
    await nameField(form).fill(name);
    await page.keyboard.press('Control+Enter');
    await expect(alertOf(page, 'Access group created successfully')).toBeVisible();
    await expect(row(page, name)).toBeVisible();
  }
  await expect.poll(() => namesIn(page, label)).toEqual(['alpha', 'Ten 2', 'Ten 10']);

  await row(page, 'alpha').hover();
  await button(page, 'Edit alpha').click();
  await expect(nameField(drawer(page))).toHaveValue('alpha');
  await nameField(drawer(page)).fill('omega');
  await button(drawer(page), 'Save').click();
  await expect(alertOf(page, 'Access group updated successfully')).toBeVisible();
  await expect.poll(() => namesIn(page, label)).toEqual(['omega', 'Ten 2', 'Ten 10']);

  await button(page, `Edit ${label}`).click();
  await nameField(drawer(page)).fill(`${label} b`);
  await button(drawer(page), 'Save').click();
  await expect(alertOf(page, 'Category updated successfully')).toBeVisible();

  await row(page, 'Ten 2').hover();
  await button(page, 'Delete Ten 2').click();
  const question = drawer(page, 'Delete Access Group');
  await expect(question).toContainText('Nothing uses it.');
  const confirm = button(question, 'Delete');
  await expect(confirm).toBeDisabled();
  await question.getByRole('textbox').fill('ten 2');
  await expect(confirm).toBeDisabled();
  await question.getByRole('textbox').fill('Ten 2');
  await confirm.click();
  await expect(alertOf(page, 'Access group deleted successfully')).toBeVisible();
  await expect.poll(() => namesIn(page, `${label} b`)).toEqual(['omega', 'Ten 10']);

  await button(page, `Delete ${label} b`).click();
  await expect(drawer(page)).toContainText('2 access groups in it');
  await drawer(page).getByRole('textbox').fill(`${label} b`);
  await button(drawer(page), 'Delete').click();
  await expect(alertOf(page, 'Category deleted successfully')).toBeVisible();
  await expect(left(page).getByText(label)).toHaveCount(0);
});

test('explains an invalid name, before and after sending', nightly, async ({ page, api, problems }) => {
  problems.expect(/409.*tag-definitions/, /400.*values\/edit/);
  const tag = await newTag(await api('admin'), ['Toys', 'Shoes']);
  await open(page, tag);
  const says = (text: string) => expect(drawer(page).getByText(text, { exact: true })).toBeVisible();
  const save = () => page.keyboard.press('Control+Enter');

  await button(page, 'Add Access Group Category').click();
  await save();
  await says('This field is required.');
  for (const reserved of ['*', 'all', ' All ']) {
    await nameField(drawer(page)).fill(reserved);
    await save();
    await says('The names * and All are reserved.');
  }
  await nameField(drawer(page)).fill('x'.repeat(41));
  await save();
  await says('Name cannot exceed 40 characters');
  await nameField(drawer(page)).fill(tag.label.toUpperCase());
  await save();
  await says('There is already a tag with this name.');
  await button(drawer(page), 'Cancel').click();
  await button(page, 'Discard changes').click();

  await button(page, 'Add Access Group').click();
  await nameField(drawer(page)).fill('x'.repeat(65));
  await save();
  await says('Name cannot exceed 64 characters');
  await nameField(drawer(page)).fill('toys 2');
  await nameField(drawer(page)).fill('TOYS');
  await save();
  await says('This access group already exists.');
  await expect(nameField(drawer(page))).toBeFocused();
  await button(drawer(page), `Category: ${tag.label}`).click();
  await button(page, 'Discard changes').click();

  await row(page, 'Shoes').hover();
  await button(page, 'Edit Shoes').click();
  await save();
  await says('The name has not changed.');
  await nameField(drawer(page)).fill('toys');
  await save();
  await says('There is another access group with this name.');
});

/** Whether a click on an element reaches it. */
const passesClicks = (page: Page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('span'));
    let isReached = false;
    probe.addEventListener('click', () => (isReached = true));
    probe.click();
    probe.remove();
    return isReached;
  });

test('the order is changed by mouse and keyboard, and persists', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const tag = await newTag(call, ['A', 'B', 'C', 'D']);
  await open(page, tag);
  await expect.poll(() => namesIn(page, tag.label)).toEqual(['A', 'B', 'C', 'D']);
  const status = page.getByRole('status');

  await row(page, 'A').last().hover();
  await page.mouse.down();
  const target = await row(page, 'C').last().boundingBox();
  if (!target) throw new Error('the row is not shown');
  await page.mouse.move(target.x + 60, target.y + 10, { steps: 4 });
  await page.mouse.move(target.x + 60, target.y + target.height / 2 + 4, { steps: 4 });
  await expect(status.filter({ hasText: 'A: position 3 of 4.' })).toBeAttached();
  await page.mouse.up();
  await expect(status.filter({ hasText: 'A was moved to position 3 of 4.' })).toBeAttached();
  await expect.poll(() => namesIn(page, tag.label)).toEqual(['B', 'C', 'A', 'D']);

  // the library of dragging swallows clicks for a moment after a drop, those of the keyboard among them
  await expect.poll(() => passesClicks(page)).toBe(true);
  await button(page, 'Move D up').focus();
  await page.keyboard.press('Enter');
  await expect(status.filter({ hasText: 'D was moved to position 3 of 4.' })).toBeAttached();
  await expect(button(page, 'Move D up')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect.poll(() => namesIn(page, tag.label)).toEqual(['D', 'B', 'C', 'A']);
  await expect(button(page, 'Move D up')).toHaveAttribute('aria-disabled', 'true');
  const stored = async () =>
    (await call(groups.all, { query: { type: '1' } })).data.find((d) => d.id === tag.id)?.values.map((v) => v.name);
  await expect.poll(stored).toEqual(['D', 'B', 'C', 'A']);
  await page.reload();
  await expect.poll(() => namesIn(page, tag.label)).toEqual(['D', 'B', 'C', 'A']);

  // categories likewise, and a short press of the mouse is a click
  const other = await newTag(call);
  // the second would move before a category of another test if one were between the two, and that may be deleted by then
  await call(groups.move, { params: { id: tag.id }, body: { before: other.id } });
  await open(page, other);
  const below = async () => {
    const labels = await left(page).getByRole('listitem').allInnerTexts();
    const at = (label: string) => labels.findIndex((text) => text.startsWith(label));
    return at(other.label) - at(tag.label);
  };
  await expect.poll(below).toBe(1);
  await button(page, `Move ${other.label} up`).click();
  await expect.poll(below).toBe(-1);
  await left(page).getByRole('button', { name: tag.label }).first().click();
  await expect(page.getByRole('heading', { name: tag.label })).toBeVisible();
});

test('counts the objects that lose a deleted value, and removes it from them', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const tag = await newTag(call, ['Kept', 'Lost']);
  const device = await newDevice(call, { tags: { [tag.label]: ['Lost'] } });
  await open(page, tag);
  await expect(page.getByText('Used by 1 device')).toBeVisible();
  await expect(row(page, 'Lost')).toContainText('1 device');
  await row(page, 'Lost').hover();
  await button(page, 'Edit Lost').click();
  await expect(drawer(page)).toContainText('They keep it under its new name.');
  await button(drawer(page), 'Cancel').click();
  await row(page, 'Lost').hover();
  await button(page, 'Delete Lost').click();
  await expect(drawer(page)).toContainText('It is removed from 1 device');
  await expect(drawer(page)).toContainText('1 device is no longer restricted by it');
  await drawer(page).getByRole('textbox').fill('Lost');
  await button(drawer(page), 'Delete').click();
  await expect(page.getByText('Not used yet')).toBeVisible();
  const { data } = await call(devices.get, { params: { id: device.id } });
  expect(data.tags.map((t) => t.tagId)).not.toContain(tag.id);

  await button(page, 'History').click();
  const history = drawer(page, `History of ${tag.label}`);
  await expect(history.getByRole('listitem')).toHaveCount(2);
  await expect(history).toContainText('Values deleted');
  await expect(history).toContainText('Alex Morgan');
  const events = await call(activity.list, { query: { entity_id: tag.id } });
  expect(events.data.map((e) => e.event)).toEqual(['MODIFY_TAG_DEFINITION', 'ADD_TAG_DEFINITION']);
});

test('the location tag and locations with devices cannot be deleted', nightly, async ({ page }) => {
  await page.goto('/access/groups');
  const location = button(page, 'Delete Location');
  await expect(location).toHaveAttribute('aria-disabled', 'true');
  await expect(location).toHaveAccessibleDescription('The location tag cannot be deleted.');
  const deleteLeeds = button(page, 'Delete Northgate – Leeds');
  await expect(deleteLeeds).toHaveAttribute('aria-disabled', 'true');
  await expect(deleteLeeds).toHaveAccessibleDescription(/^Devices at Northgate – Leeds: \d+\. Move them/);
  await page.getByRole('searchbox', { name: 'Search Groups' }).fill('york');
  await expect(page.getByRole('list', { name: 'Location: Access Groups' }).getByRole('listitem')).toHaveCount(1);
  await expect(button(page, 'Move Northgate – York up')).toHaveAccessibleDescription(
    'Clear the search to change the order.',
  );
});

test('text fields show their object types, and what is lost when one is removed', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const tag = await newTag(call, [], { type: 0 });
  await newDevice(call, { tags: { [tag.label]: ['Bay 7'] } });
  await page.goto('/access/groups');
  await page.getByRole('tab', { name: 'Text fields' }).click();
  await page.getByRole('button', { name: tag.label, exact: true }).click();
  await expect(page.getByText('Used by 1 device')).toBeVisible();
  await button(page, `Edit ${tag.label}`).click();
  const form = drawer(page, 'Edit Tag');
  await form.getByRole('checkbox', { name: 'Devices', exact: true }).uncheck();
  await expect(form.getByText('Saving removes it from 1 device.')).toBeVisible();
  await form.getByRole('checkbox', { name: 'Profiles', exact: true }).uncheck();
  await button(form, 'Save').click();
  await expect(form.getByText('This field is required.')).toBeVisible();
  await form.getByRole('checkbox', { name: 'Profiles', exact: true }).check();
  await form.getByRole('checkbox', { name: 'Profiles: Required' }).check();
  await button(form, 'Save').click();
  await expect(alertOf(page, 'Tag updated successfully')).toBeVisible();
  await expect(page.getByText('Not used yet')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: 'Profiles' })).toHaveCount(2);
});

test.describe('a profile with read permission only', () => {
  test.use({ person: 'manager' });

  test('sees the groups, and why they cannot be changed', nightly, async ({ page }) => {
    await page.goto('/access');
    await expect(page.getByRole('list', { name: 'Location: Access Groups' })).toBeVisible();
    await expect(page.getByRole('tab')).toHaveCount(0);
    await expect(page.getByText(/^Used by/)).toHaveCount(0);
    for (const name of ['Add Access Group Category', 'Add Access Group', 'Edit Location', 'Move Department up'])
      await expect(button(page, name)).toHaveAttribute('aria-disabled', 'true');
    await button(page, 'Add Access Group').hover();
    await expect(page.getByRole('tooltip')).toHaveText('Groups permission required.');
    await button(page, 'Add Access Group').press('Enter');
    await expect(drawer(page)).toHaveCount(0);
  });
});

test('passes axe while the history is loading', nightly, async ({ page, api }) => {
  const tag = await newTag(await api('admin'), ['A']);
  await open(page, tag);
  const release = Promise.withResolvers<void>();
  await page.route(/\/api\/v1\/events\?/, async (route) => {
    await release.promise;
    await route.continue();
  });
  await button(page, 'History').click();
  const history = drawer(page, `History of ${tag.label}`);
  await expect(history.getByRole('progressbar', { name: 'Loading…' })).toBeVisible();
  expect(await violationsOf(page, undefined, '[role=dialog]')).toEqual([]);
  release.resolve();
  await expect(history.getByRole('listitem')).toHaveCount(1);
});

for (const width of [1440, 390]) {
  test(`passes axe at ${width} px`, nightly, async ({ open: window, api }) => {
    test.slow();
    const tag = await newTag(await api('admin'), ['A', 'B']);
    const page = await window('admin', { viewport: { width, height: 844 }, reducedMotion: 'reduce' });
    await open(page, tag);
    await expect(row(page, 'B').last()).toBeVisible();
    await expectAccessible(page);
    if (width === 390) {
      const first = await left(page).boundingBox();
      const second = await page.getByRole('region', { name: tag.label }).boundingBox();
      expect(second?.y).toBeGreaterThan((first?.y ?? 0) + (first?.height ?? 0) - 1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    for (const name of ['Add Access Group', `Edit ${tag.label}`, 'Edit A', 'Delete A', 'History']) {
      await button(page, name).press('Enter');
      await expect(drawer(page)).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(drawer(page)).toHaveCount(0);
      await expect(button(page, name)).toBeFocused();
    }
  });
}
