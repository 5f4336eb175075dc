import { activity } from '@keyward/contract/activity';
import { devices } from '@keyward/contract/devices';
import { locations } from '@keyward/contract/locations';
import { profiles } from '@keyward/contract/profiles';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import type { Call } from './calls.ts';
import { reportedKeys } from './controllers.ts';
import { drawer } from './list.ts';
import { newLocation, type NewLocation, removeLocation } from './locations.ts';
import { newcomer } from './newcomer.ts';
import { expect, test, nightly } from './people.ts';
import { batchNames } from './selection.ts';
import { leeds } from './things.ts';

const made: NewLocation[] = [];
async function temporary(call: Call): Promise<NewLocation> {
  const location = await newLocation(call);
  made.push(location);
  return location;
}
test.afterEach(async ({ api }) => {
  const call = await api('admin');
  for (const location of made.splice(0)) await removeLocation(call, location).catch(() => undefined);
});

async function openForm(page: Page, { name, tagId }: NewLocation) {
  await page.goto(`/access/groups?tag=${tagId}`);
  await page.getByRole('searchbox').last().fill(name);
  await page.getByRole('listitem').filter({ hasText: name }).hover();
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
  const form = drawer(page, 'Edit Access Group');
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible();
  return form;
}
const chooseZone = async (page: Page, search: string, zone: string) => {
  await page.getByRole('combobox', { name: 'Time zone' }).fill(search);
  await page.getByRole('option', { name: zone }).click();
};

test('a location gets a zone and hours, and a person’s validity ends in that zone', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const location = await temporary(call);
  const form = await openForm(page, location);
  await expect(form.getByRole('combobox', { name: 'Time zone' })).toHaveValue('The organization’s: Europe/London');
  await chooseZone(page, 'tokyo', 'Asia/Tokyo');
  await form.getByRole('switch', { name: 'Own opening hours' }).click();
  await form.getByLabel('Sunday', { exact: true }).uncheck();
  await form.getByLabel('Friday, closes').fill('02:00');
  await expect(form.getByText('Closes on the next day')).toBeVisible();
  await form.getByRole('button', { name: 'Add date' }).click();
  await form.getByLabel('Monday, opens').fill('25:00');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Enter a time such as 09:30.')).toBeVisible();
  await expect(form.getByText('Enter a date between 2000 and 2199.')).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel('Monday, opens').fill('9:15');
  await form.getByRole('button', { name: 'Date Choose a date' }).click();
  const days = page.getByRole('dialog', { name: 'Date', exact: true });
  await days.getByRole('button', { name: 'Next month' }).click();
  const day = days.getByRole('button', { name: / 15, / });
  const words = (await day.getAttribute('aria-label')) ?? '';
  await day.click();
  await expect(days).toHaveCount(0);
  await expect(form.getByRole('button', { name: `Date ${words}` })).toBeFocused();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Access group updated successfully')).toBeVisible();
  const { data } = await call(locations.get, { params: { id: location.id } });
  expect(data).toMatchObject({
    time_zone: 'Asia/Tokyo',
    exceptions: [{ date: new Date(`${words} UTC`).toISOString().slice(0, 10), hours: null }],
  });
  expect([data.week?.[0], data.week?.[4], data.week?.[6]]).toEqual([
    { opens: '09:15', closes: '20:00' },
    { opens: '09:00', closes: '02:00' },
    null,
  ]);
  const { data: events } = await call(activity.list, { query: { event: 'MODIFY_TAG_DEFINITION' } });
  expect(events.map(({ description }) => description.entityName)).toContain(`Location: ${location.name}`);

  const name = batchNames('Zoned', 1).names[0] ?? '';
  const tags = [{ tagId: location.tagId, values: [location.name] }];
  const body = {
    name,
    username: name.replaceAll(' ', '.').toLowerCase(),
    tags,
    valid_until: '2030-06-01T09:00:00.000Z',
  };
  const { data: person } = await call(profiles.create, { body });
  await page.goto(`/users?open=${person.id}`);
  const profile = drawer(page, name);
  await expect(profile.getByText('Ends 01/06/2030 18:00 (Asia/Tokyo)')).toBeVisible();
  await expect(profile.getByText('Times in Asia/Tokyo')).toBeVisible();
  const until = profile.getByRole('button', { name: /^Valid until/ });
  await expect(until).toHaveAccessibleName('Valid until June 1, 2030 18:00');
  await until.click();
  const calendar = page.getByRole('dialog', { name: 'Valid until' });
  await calendar.getByLabel('End time, minutes').fill('30');
  await calendar.getByRole('button', { name: 'Done' }).click();
  await profile.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile updated successfully')).toBeVisible();
  const saved = await call(profiles.get, { params: { id: person.id } });
  expect(saved.data.valid_until).toBe('2030-06-01T09:30:00.000Z');
  await call(profiles.remove, { params: { id: person.id } });
});

test(
  'concurrent edits of the hours and the zone of a location by two people are merged',
  nightly,
  async ({ page, api, problems }) => {
    const call = await api('admin');
    const location = await temporary(call);
    const form = await openForm(page, location);
    await form.getByRole('switch', { name: 'Own opening hours' }).click();
    const params = { id: location.id };
    await call(locations.update, { params, body: { time_zone: 'Asia/Seoul', week: null, exceptions: [] } });
    problems.expect(/412.*\/api\/v1\/locations/);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Asia/Seoul');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Access group updated successfully')).toBeVisible();
    const { data } = await call(locations.get, { params });
    expect(data).toMatchObject({ time_zone: 'Asia/Seoul', version: 2 });
    expect(data.week).toHaveLength(7);
  },
);

test(
  'the curfew of a location is set, applies on the board at once, and is removed',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const location = await temporary(call);
    const { username } = await newcomer(call, 'demo');
    const {
      keys: [key],
      report,
    } = await reportedKeys(call, 1);
    if (!key) throw new Error('no key');
    await report('KEY_CHECKOUT', username, 90);
    const moveTo = (name: string) => {
      const tags = [{ tagId: location.tagId, values: [name] }];
      return call(devices.update, { params: { id: key.id }, body: { name: key.name, tags } });
    };
    await moveTo(location.name);
    const curfew = async (kind: string, hours?: string) => {
      const form = await openForm(page, location);
      await form.getByRole('combobox', { name: 'Curfew' }).selectOption(kind);
      if (hours) await form.getByRole('textbox', { name: 'Hours' }).fill(hours);
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Access group updated successfully')).toBeVisible();
      // only the location's own keys: rows far down the whole board are not in the page
      await page.goto(`/dashboard?details_view=custody&location=${location.id}`);
      return page.getByRole('row').filter({ hasText: location.name });
    };
    await expect(await curfew('Hours after check-out', '1')).toContainText(/Overdue.*30 minutes ago/s);
    await expect(await curfew('None')).toContainText(/^No curfew/);
    // its OKM is there
    await moveTo(leeds);
    await report('KEY_CHECKIN', username);
    await expect(page.getByRole('row').filter({ hasText: key.name })).toHaveCount(0);
    await call(devices.remove, { params: { id: key.id } });
  },
);
