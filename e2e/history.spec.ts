// The History tab of a device and of a profile.
import { activity } from '@keyward/contract/activity';
import { histories } from '@keyward/contract/device-history';
import { devices } from '@keyward/contract/devices';
import { paths } from '@keyward/contract/paths';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import type { Call } from './calls.ts';
import { reportedKeys, reportThrough } from './controllers.ts';
import { drawer, expectTotal, withoutLive } from './list.ts';
import { newcomer } from './newcomer.ts';
import { expect, nightly, test } from './people.ts';
import { button } from './roles.ts';
import { newDevice } from './things.ts';

/** The events, each with a link to itself. */
const entries = (of: Locator) => of.getByRole('listitem').filter({ has: of.page().getByRole('link') });
const days = (of: Locator) => of.getByRole('toolbar', { name: 'Last seven days' }).getByRole('button');
const historyAt = (id: string, more: Record<string, string> = {}) =>
  paths.devices({ open: id, part: 'history', ...more });

const rename = (call: Call, id: string, name: string) => call(devices.update, { params: { id }, body: { name } });

test(
  'an address shows a device’s events of a type and a day, and the list has the same rows',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const device = await newDevice(call);
    await rename(call, device.id, `${device.name} B`);
    // a request that is repeated after a change of the device counts once
    const counted = new Set<string>();
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/v1/events/histogram') counted.add(request.url());
    });
    await page.goto(historyAt(device.id));
    const edit = drawer(page, `${device.name} B`);
    await expect(edit.getByRole('tab', { name: 'History', selected: true })).toBeVisible();
    await expect(entries(edit)).toHaveCount(2);
    await expect(entries(edit).first()).toContainText(/Device changed.*Alex Morgan/s);
    await expect(days(edit)).toHaveCount(7);
    await expect(days(edit).last()).toHaveAccessibleName(/: 2 events$/);
    expect(counted.size).toBe(1);
    await expect(edit.getByText('This device has not reported any state.')).toBeVisible();
    await expectAccessible(page);

    await edit.getByRole('combobox', { name: 'Types of event' }).click();
    await page.getByRole('option', { name: 'Device added' }).click();
    await page.keyboard.press('Escape');
    await expect(entries(edit)).toHaveCount(1);
    await expect(days(edit).last()).toHaveAccessibleName(/: 1 event$/);
    await days(edit).last().click();
    await expect(page).toHaveURL(/events=ADD_DEVICE&day=\d{4}-\d\d-\d\d/);
    await page.reload();
    await expect(days(edit).last()).toHaveAttribute('aria-pressed', 'true');
    await expect(entries(edit)).toHaveCount(1);

    // a day before, by the arrow keys
    await days(edit).last().press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(edit.getByText('Nothing fits.')).toBeVisible();
    await edit.getByRole('button', { name: 'Show everything' }).click();
    await expect(entries(edit)).toHaveCount(2);

    // live
    await rename(call, device.id, `${device.name} C`);
    await edit.getByRole('button', { name: '1 new event' }).click();
    await expect(entries(edit)).toHaveCount(3);
    await expect(days(edit).last()).toHaveAccessibleName(/: 3 events$/);
    await edit.getByRole('link', { name: 'Show all in Activity' }).click();
    await expectTotal(page, 3);
  },
);

test('an entry leads to the person, and says why a check-out was refused', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { id, name, username } = await newcomer(call, 'demo');
  const key = await newDevice(call, { type: 'OneKey' });
  const time = new Date().toISOString();
  await reportThrough(call, key.controller?.id ?? '', [
    {
      serial: key.serial_number,
      events: [
        {
          id: crypto.randomUUID(),
          type: 'KEY_CHECKOUT',
          time,
          agent: username,
          result: 'unauthorized',
          reason: 'permission',
        },
      ],
    },
  ]);
  await page.goto(historyAt(key.id));
  const refused = entries(drawer(page, key.name)).filter({ hasText: 'Key checkout refused' });
  await expect(refused).toContainText('No role for it');
  await refused.getByRole('link', { name, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/users\\?open=${id}`));
  await expect(drawer(page, name)).toBeVisible();
});

/** The OKM of the demo that changed its mode first: it has a history. */
async function demoOkm(call: Call): Promise<string> {
  const query = { event: 'STORE_MODE_SETUP_STATE_CHANGE', sort: 'event_time:asc', results_per_page: '1' };
  return (await call(activity.list, { query })).data[0]?.entity_id ?? '';
}

test('scrolling down loads further events, back to the beginning of the history', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const id = await demoOkm(call);
  const query = { entity_id: id, event: 'STORE_MODE_SETUP_STATE_CHANGE', results_per_page: '1' };
  const { total_results: total } = await call(activity.list, { query });
  expect(total).toBeGreaterThan(50);
  await page.goto(historyAt(id, { events: 'STORE_MODE_SETUP_STATE_CHANGE' }));
  const edit = drawer(page);
  await expect(entries(edit).first()).toBeVisible();
  expect(await entries(edit).count()).toBe(50);
  // parts that load late above them may move the last ones down again
  await expect(async () => {
    await entries(edit).last().scrollIntoViewIfNeeded();
    await expect(entries(edit)).toHaveCount(total, { timeout: 1000 });
  }).toPass();
  await expect(edit.getByText('No earlier events.')).toBeVisible();
  // closing the drawer removes its parameters from the address
  await button(edit, 'Close').click();
  await expect(page).toHaveURL('/devices');
});

test(
  'the lines of an OKM show when it was online and its uptime of each day, also as a table',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    // an OKM of the demo, which has a month of history; some of its OKMs are offline
    const query = { custom_view: 'OKMs', connectivity: 'online', sort: 'created_at:asc', results_per_page: '1' };
    const { data } = await call(devices.list, { query });
    await page.goto(historyAt(data[0]?.id ?? ''));
    const lines = drawer(page).getByRole('region', { name: 'The last 30 days' }).first();
    const picture = lines.getByRole('application', { name: 'The last 30 days' });
    await expect(picture).toContainText('Connection');
    await expect(picture).toContainText(/Uptime by day.*%/s);
    await picture.focus();
    await page.keyboard.press('ArrowDown');
    await expect(lines.getByRole('status')).toContainText(/°C/);
    await page.keyboard.press('ArrowDown');
    await expect(lines.getByRole('status')).toContainText(/Connection.*Online/s);
    await page.keyboard.press('ArrowDown');
    await expect(lines.getByRole('status')).toContainText(/Uptime by day.*Online \d+(\.\d)?%/s);
    await button(lines, 'Show as table').click();
    await expect(lines.getByRole('row', { name: /Online \d/ })).toHaveCount(30);
    await expectAccessible(page);
  },
);

test(
  'the battery of a device has a line with its forecast, and a device that never reported has none',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    // locks of the demo, whose batteries drain from month to month
    const query = { battery: 'lt:90', device_class: 'LOCK', sort: 'created_at:asc', results_per_page: '10' };
    const { data } = await call(devices.list, { query });
    const span = { from: new Date(Date.now() - 30 * 86_400_000).toISOString(), to: new Date().toISOString() };
    const of = async (id: string) => (await call(histories.device, { params: { id }, query: span })).data.forecast;
    const forecasts = await Promise.all(data.map(async ({ id }) => ({ id, forecast: await of(id) })));
    const { id, forecast } = forecasts.find((one) => one.forecast) ?? {};
    const emptyAt = forecast?.emptyAt ?? '';
    expect(emptyAt).not.toBe('');
    await page.goto(historyAt(id ?? ''));
    const lines = drawer(page).getByRole('region', { name: 'The last 30 days' }).first();
    await expect(lines.getByRole('application')).toContainText(/Battery.*\d+%/s);
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeZone: 'Europe/London' }).format(
      new Date(emptyAt),
    );
    const words = `At this rate, empty around ${day}`;
    await expect(lines.getByText(words)).toBeVisible();
    await lines.getByRole('application').focus();
    await page.keyboard.press('End');
    await expect(lines.getByRole('status')).toContainText(words);
    await button(lines, 'Show as table').click();
    await expect(lines.getByRole('row').filter({ hasText: words })).toHaveCount(1);
    await expectAccessible(page);

    const fresh = await newDevice(call);
    await page.goto(historyAt(fresh.id));
    await expect(drawer(page, fresh.name).getByText('This device has not reported any state.')).toBeVisible();
    await expect(page.getByText(/^At this rate, empty around/)).toHaveCount(0);
  },
);

test('the lines of a key show its holders, and those of a holder lead to the key', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { username, name, id } = await newcomer(call, 'demo');
  const { keys, report } = await reportedKeys(call, 1);
  const [key] = keys;
  await report('KEY_CHECKOUT', username, 300);
  await report('KEY_CHECKIN', username, 200);
  await report('KEY_CHECKOUT', username, 30);
  await page.goto(historyAt(key?.id ?? ''));
  const lines = drawer(page).getByRole('region', { name: 'The last 30 days' }).first();
  await expect(lines.getByRole('application')).toContainText(/Holder.*Out/s);
  await button(lines, 'Show as table').click();
  await expect(lines.getByRole('row', { name })).toHaveCount(2);
  await lines.getByRole('link', { name }).first().click();
  await expect(page).toHaveURL(new RegExp(`/users\\?open=${id}&part=history`));
  const held = drawer(page, name).getByRole('region', { name: 'Keys in the last 30 days' }).first();
  await held.getByRole('application').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/devices\\?open=${key?.id}&part=history`));
});

test('the last seven days end with the new day after midnight', nightly, async ({ page, api }) => {
  const device = await newDevice(await api('admin'));
  const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', timeZone: 'Europe/London' });
  const hourMs = 3_600_000;
  const begun = Math.floor(Date.now() / hourMs) * hourMs;
  const hours = Array.from({ length: 25 }, (_, i) => begun + (i + 1) * hourMs);
  const midnight = hours.find((time) => hour.format(time) === '00') ?? 0;
  await page.clock.install({ time: midnight - 90_000 });
  await page.goto(historyAt(device.id));
  const edit = drawer(page, device.name);
  await expect(days(edit)).toHaveCount(7);
  const today = /^[^:]+/.exec((await days(edit).last().getAttribute('title')) ?? '')?.[0] ?? '';
  await page.clock.runFor(200_000);
  await expect(days(edit).nth(5)).toHaveAccessibleName(new RegExp(`^${today}: `));
});

test('a history that cannot be read says so, and can be retried', nightly, async ({ page, problems, api }) => {
  problems.expect(/status of 500/);
  const device = await newDevice(await api('admin'));
  const fail = (route: Parameters<Parameters<Page['route']>[1]>[0]) =>
    route.fulfill({ status: 500, json: { errors: [{ code: 'internal', detail: 'broken' }] } });
  await page.route('**/api/v1/events?**', fail);
  await page.route('**/api/v1/events/histogram?**', fail);
  await page.route('**/history?**', fail);
  // an event of another test would count the days again, and a connection that opens would read everything again
  await withoutLive(page);
  await page.goto(historyAt(device.id));
  const edit = drawer(page, device.name);
  await expect(edit.getByText('The history could not be loaded.')).toBeVisible();
  await expect(edit.getByText('The last seven days could not be counted.')).toBeVisible();
  await expect(edit.getByText('The states could not be loaded.')).toBeVisible();
  await page.unrouteAll();
  const again = (text: string) => edit.getByRole('alert').filter({ hasText: text }).getByRole('button');
  await again('The states could').press('Enter');
  await expect(edit.locator(':focus')).toContainText('This device has not reported any state.');
  for (const text of ['The last seven days', 'The history could']) await again(text).click();
  await expect(entries(edit)).toHaveCount(1);
  await expect(days(edit).last()).toHaveAccessibleName(/: 1 event$/);
});

test('lines stay and show their age when newer ones cannot be read', nightly, async ({ page, problems, api }) => {
  problems.expect(/status of 500/);
  const call = await api('admin');
  const device = await newDevice(call);
  await page.goto(historyAt(device.id));
  const lines = page.getByRole('region', { name: 'The last 30 days' });
  await expect(lines).toBeVisible();
  await page.route('**/history?**', (route) =>
    route.fulfill({ status: 500, json: { errors: [{ code: 'internal', detail: 'broken' }] } }),
  );
  // live
  await rename(call, device.id, `${device.name} B`);
  const stale = page.getByRole('alert').filter({ hasText: /These lines are from .+ Newer ones could not be read\./ });
  await expect(stale).toBeVisible();
  await expect(lines).toBeVisible();
  await page.unrouteAll();
  await stale.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(stale).toHaveCount(0);
  await expect(lines).toBeVisible();
  await expect(drawer(page).locator(':focus').filter({ has: lines })).toHaveCount(1);
});
