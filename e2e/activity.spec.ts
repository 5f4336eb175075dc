import { activity } from '@keyward/contract/activity';
import { devices } from '@keyward/contract/devices';
import { gateway } from '@keyward/contract/gateway';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { send } from './calls.ts';
import {
  chooseView,
  drawer,
  expectEachRow,
  expectTotal,
  expectView,
  fact,
  header,
  row,
  rowLink,
  rows,
  searchBox,
  table,
  totalRows,
} from './list.ts';
import { expect, freshState, nightly, test } from './people.ts';
import { leeds, newDevice } from './things.ts';
import { issueToken } from './tokens.ts';

test('lists events, newest first, in the columns of its view', async ({ page }) => {
  await page.goto('/activity');
  await totalRows(page);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Event time',
    'Event',
    'Result',
    'Entity',
    'Location',
    'Entity type',
    'Agent',
    'Actions',
  ]);
  await expect(header(page, 'Event time')).toHaveAttribute('aria-sort', 'descending');
  const times = await rows(page)
    .getByRole('time')
    .evaluateAll((all) => all.map((one) => one.getAttribute('datetime') ?? ''));
  expect(times.length).toBeGreaterThan(5);
  expect(times).toEqual(times.toSorted().toReversed());
  // dates have the format of the specification, with seconds
  await expect(rowLink(rows(page).first())).toHaveText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/);
  // each day begins with a heading, while times are in order
  await expect(rows(page).first()).toHaveAttribute('data-day', /\d{4}$/);
  await expect(page.getByRole('button', { name: /^Add/ })).toHaveCount(0);
  await header(page, 'Event time').getByRole('button').click();
  await expect(page).toHaveURL(/sort=event_time(:|%3A)asc/);
  await expect(table(page, 'Activity')).not.toHaveAttribute('aria-busy', 'true');
  await header(page, 'Event').getByRole('button').click();
  await expect(page).toHaveURL(/sort=event(:|%3A)asc/);
  await expect(table(page, 'Activity')).not.toHaveAttribute('aria-busy', 'true');
  await expect(rows(page).first()).not.toHaveAttribute('data-day');
});

test('has views; a link opens one of them', nightly, async ({ page }) => {
  await page.goto('/activity?custom_view=Unauthorized%20Attempts');
  await totalRows(page);
  await expectView(page, 'Unauthorized Attempts');
  await expectEachRow(page, 'Unauthorized');
  for (const [view, events] of [
    ['Key Activity', /Key check(ed |out )(in|out|refused|failed)|Foreign key docked/],
    [
      'Lock/Unlock Activity',
      /(Unl|L)ocked|Unlock refused|Lock or unlock failed|Opened with two people|(A|Disa)rmed|Alarm change/,
    ],
    ['Profile Activity', /Signed (in|out)|Sign-in failed|Profile|Session ended|Role|PIN|Password/],
  ] as const) {
    await chooseView(page, view);
    await expectEachRow(page, events);
  }
  await chooseView(page, 'Overview');
  await expect(page.getByText('Everything that happened, newest first.')).toBeVisible();
  // `tab` selects a view when the URL names none
  await page.goto('/activity?tab=Key%20Activity');
  await totalRows(page);
  await expectView(page, 'Key Activity');
  // or an entity kind, which restricts every view to it
  await page.goto('/activity?custom_view=Key%20Activity&tab=device');
  await totalRows(page);
  await expectEachRow(page, 'Device');
  await chooseView(page, 'Overview');
  await expect(page).toHaveURL(/tab=device/);
  await expectEachRow(page, 'Device');
  // the newest event, whatever other tests do
  await freshState('demo', 'clerk');
  await page.getByRole('button', { name: 'Remove the filter on Entity type' }).click();
  await expect(page).not.toHaveURL(/tab=/);
  await expect(row(page, 'Signed in').first()).toBeVisible();
  // a segment chooses the kind, too
  const kinds = page.getByRole('radiogroup', { name: 'Kind of entity' });
  await kinds.getByText('Device', { exact: true }).click();
  await expect(page).toHaveURL(/tab=device/);
  await expect(kinds.getByRole('radio', { name: 'Device', exact: true })).toBeChecked();
  await expectEachRow(page, 'Device');
  await kinds.getByText('All', { exact: true }).click();
  await expect(page).not.toHaveURL(/tab=/);
  await expect(row(page, 'Signed in').first()).toBeVisible();
});

test('a chosen range replaces the view’s days; an empty list names the filters', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const span = `range:${ago(20)},${ago(8)}`;
  const query = { result: 'unauthorized', event_time: span };
  const found = (await call(activity.list, { query })).total_results;
  expect(found).toBeGreaterThan(0);
  await page.goto(
    `/activity?${new URLSearchParams({ custom_view: 'Unauthorized Attempts', 'filter.event_time': span })}`,
  );
  await expectTotal(page, found);
  await expect(page.getByText('Attempts that were refused in the chosen period.')).toBeVisible();
  // without the range, the view's default period applies again
  await page.getByRole('button', { name: 'Remove the filter on Event time' }).click();
  await expect(page.getByText('Attempts that were refused within the last 7 days.')).toBeVisible();

  const empty = 'range:2001-11-02T00:00:00.000Z,2001-11-14T00:00:00.000Z';
  await page.goto(
    `/activity?${new URLSearchParams({ custom_view: 'Unauthorized Attempts', 'filter.event_time': empty })}`,
  );
  await expect(page.getByText('No records found for the search or filter criteria')).toBeVisible();
  const looked = (name: string) =>
    page.getByRole('term').filter({ hasText: name }).locator('xpath=..').getByRole('definition');
  await expect(looked('View')).toHaveText('Unauthorized Attempts');
  await expect(looked('Locations')).toHaveText('All locations');
  await expect(looked('Event time')).toHaveText('02 Nov 2001 12:00 AM – 14 Nov 2001 12:00 AM');
  await page.getByRole('button', { name: 'Search the whole period' }).click();
  await expect(page.getByRole('button', { name: /^Filter/ })).toBeFocused();
  const { total_results: ever } = await call(activity.list, { query: { result: 'unauthorized' } });
  expect(ever).toBeGreaterThan(found);
  expect(await totalRows(page)).toBeGreaterThanOrEqual(ever);
});

test('shows a whole event in ‘Activity Details’', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const device = await newDevice(call, { tags: { Fixture: ['Bay 1'], Department: ['Denim'] } });
  const fixture = device.tags.find(({ label }) => label === 'Fixture');
  await call(devices.update, {
    params: { id: device.id },
    ifMatch: device.version,
    body: { name: `${device.name} X`, tags: fixture ? [{ ...fixture, values: ['Bay 2'] }] : [] },
  });
  await page.goto('/activity');
  await searchBox(page).fill(device.name);
  await searchBox(page).press('Enter');
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Columns' }).click();
  const choose = drawer(page, 'Columns');
  for (const name of ['System', 'Occurrence', 'User agent', 'Operator', 'Location', 'Attribute', 'New value'])
    await choose.getByRole('checkbox', { name, exact: true }).check();
  await choose.getByRole('button', { name: 'Done' }).click();
  for (const text of ['Portal', leeds, 'Name', 'Fixture', 'Bay 2'])
    await expect(row(page, 'Device changed')).toContainText(text);
  await row(page, 'Device changed').getByRole('cell').nth(2).click();
  const details = drawer(page, 'Activity Details');
  await expect(details.getByRole('heading', { name: 'Device changed' })).toBeVisible();
  for (const [name, value] of [
    ['Entity type', 'Device'],
    ['Entity name', `${device.name} X`],
    ['Entity email', '–'],
    ['Agent name', 'Alex Morgan'],
    ['Agent email', 'admin@northgate.example'],
    ['Event time', /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d.*UTC$/],
    ['System', 'Portal'],
    ['Occurrence', '–'],
    ['User agent', /./],
    ['Operator', '–'],
  ] as const)
    await expect(fact(details, name)).toHaveText(value);
  const changes = details.getByRole('table').getByRole('row');
  await expect(changes.first().getByRole('columnheader')).toHaveText(['Attribute', 'New value', 'Old value']);
  const change = (attribute: string) =>
    changes.filter({ has: page.getByRole('rowheader', { name: attribute, exact: true }) });
  await expect(change('Name').getByRole('cell')).toHaveText([`${device.name} X`, device.name]);
  // stored as 'tags.Fixture'
  await expect(change('Fixture').getByRole('cell')).toHaveText(['Bay 2', 'Bay 1']);
  const raw = details.getByRole('region', { name: 'Raw description' });
  await expect(raw).toBeHidden();
  await details.getByText('Raw description').click();
  await expect(raw).toContainText('MODIFY_DEVICE');
  expect(await raw.innerText()).toContain('\n  "event": "MODIFY_DEVICE",\n');

  await expect(page).toHaveURL(/open=/);
  await page.reload();
  await expect(details.getByRole('heading', { name: 'Device changed' })).toBeVisible();
  await details.getByRole('button', { name: 'OK' }).click();
  await expect(details).toHaveCount(0);
  await expect(page).not.toHaveURL(/open=/);
  await expect(rows(page)).toHaveCount(2);
});

test(
  'shows an event as a sentence with the reason of a refusal, and leads to the events around it',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const okm = await newDevice(call, { type: 'OKM 40' });
    const issued = await issueToken(call, okm.id);
    const at = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
    const answer = await send('demo', gateway.reports.method, gateway.reports.path, {
      headers: { authorization: `Bearer ${issued.token}` },
      body: {
        reports: [
          {
            serial: okm.serial_number,
            events: [
              {
                id: '1',
                type: 'LOCK_UNLOCK',
                time: at(50),
                agent: 'clerk',
                attributes: { secured: false },
                result: 'success',
              },
              { id: '2', type: 'KEY_CHECKOUT', time: at(40), agent: 'clerk', result: 'unauthorized', reason: 'key' },
              { id: '3', type: 'LOCK_UNLOCK', time: at(30), agent: 'badge 77', result: 'unauthorized' },
            ],
          },
        ],
      },
    });
    expect(answer.status).toBe(200);
    const { data: of } = await call(activity.list, { query: { entity_id: okm.id, event: 'KEY_CHECKOUT' } });
    const clerk = of[0]?.description.agentName ?? '';
    await page.goto(`/activity?search=${encodeURIComponent(okm.name)}`);
    await row(page, 'badge 77').getByRole('cell').nth(1).click();
    const details = drawer(page, 'Activity Details');
    await expect(details.getByRole('heading', { name: 'Unlock refused' })).toBeVisible();
    const time = String.raw`\d+ \p{L}+ \d\d:\d\d:\d\d`;
    await expect(
      details.getByText(new RegExp(`^${okm.name} at ${leeds} refused badge 77, ${time}$`, 'u')),
    ).toBeVisible();
    await expect(details.getByText('The badge or the name belongs to no profile.')).toBeVisible();
    await expect(details.getByText(/Anyone with the permission “Profiles” can do that/)).toBeVisible();
    await expectAccessible(page);

    await page.keyboard.press('j');
    await expect(details.getByRole('heading', { name: 'Key checkout refused' })).toBeVisible();
    await expect(details.getByText('There was no key for it that the person could take.')).toBeVisible();
    await details.getByRole('button', { name: 'Next event in the list' }).click();
    await expect(details.getByRole('heading', { name: 'Unlocked' })).toBeVisible();
    await expect(details.getByText(new RegExp(`^${clerk} unlocked ${okm.name}`, 'u'))).toBeVisible();
    await expect(details.getByRole('heading', { name: 'Why' })).toHaveCount(0);
    await page.keyboard.press('k');
    await expect(details.getByRole('heading', { name: 'Key checkout refused' })).toBeVisible();

    await expect(fact(details, 'Reported by').getByRole('link', { name: okm.name })).toBeVisible();
    await expect(details.getByRole('link', { name: clerk })).toHaveAttribute('href', /\/users\?open=/);
    await details.getByRole('link', { name: leeds }).first().click();
    await expect(page.getByRole('button', { name: 'Remove the filter on Location' })).toBeVisible();
    await page.goto('/activity?custom_view=Unauthorized%20Attempts');
    await searchBox(page).fill(okm.name);
    await searchBox(page).press('Enter');
    await expect(row(page, 'badge 77')).toContainText('Unknown person');
    await expect(row(page, clerk)).toContainText('No key available');
  },
);

test('an event of another location, or an unassigned one, is not found', nightly, async ({ page, problems }) => {
  problems.expect(/404.*\/api\/v1\/events\//);
  await page.goto('/activity?open=00000000-0000-4000-8000-000000000000');
  await expect(
    drawer(page).getByText('This event does not exist, or it happened outside your locations.'),
  ).toBeVisible();
});

test.describe('the clerk', () => {
  test.use({ person: 'clerk' });

  test('sees only the events of one location', nightly, async ({ page, open }) => {
    await page.goto('/activity');
    const own = await totalRows(page);
    const admin: Page = await open('admin');
    await admin.goto('/activity');
    expect(own).toBeLessThan((await totalRows(admin)) / 4);
    await searchBox(page).fill('東京');
    await searchBox(page).press('Enter');
    await expect(page.getByText('No records found for the search or filter criteria')).toBeVisible();
  });
});
