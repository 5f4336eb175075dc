// The details of an event: the locations of its objects, links to them, and a refusal whose cause is fixed by now.
import { activity } from '@keyward/contract/activity';
import { groups, type TagDefinition } from '@keyward/contract/groups';
import { profiles } from '@keyward/contract/profiles';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import type { Call } from './calls.ts';
import { reportThrough } from './controllers.ts';
import { chooseView, drawer, expectView, fact } from './list.ts';
import { expect, nightly, test } from './people.ts';
import { findRole, newRole, removeNamed } from './roles.ts';
import { leeds, newDevice } from './things.ts';

const lyon = 'Northgate – Lyon';
const details = (page: Page) => drawer(page, 'Activity Details');

test.afterAll(async ({ api }) => removeNamed(await api('admin')));

async function tagOf(call: Call, label: string): Promise<string> {
  const { data } = await call(groups.definitions, { query: { object_type: 'users' } });
  return data.find((tag) => tag.label === label)?.id ?? '';
}
/** A person who may use devices of that location that are in no group. */
async function newPerson(call: Call, location: string) {
  const username = `keys.${crypto.randomUUID().slice(0, 8)}`;
  const tags = [{ tagId: await tagOf(call, 'Location'), values: [location] }];
  const roles = [(await findRole(call, 'OKM user'))?.id ?? ''];
  return (await call(profiles.create, { body: { name: `Person ${username}`, username, roles, tags } })).data;
}
/** The id of the newest event of a type that names this entity. */
async function eventOf(call: Call, entity_id: string, event: string): Promise<string> {
  const { data } = await call(activity.list, { query: { entity_id, event } });
  return data[0]?.id ?? '';
}

test(
  'the locations of an event are those of its device and its person, each with a link',
  nightly,
  async ({ page, api, open }) => {
    const call = await api('admin');
    const okm = await newDevice(call, { type: 'OKM 40' });
    const [near, far] = [await newPerson(call, leeds), await newPerson(call, lyon)];
    const opened = async (agent: string) => {
      const event = { id: crypto.randomUUID(), type: 'LOCK_UNLOCK', time: new Date().toISOString(), agent };
      const attributes = { secured: false };
      await reportThrough(call, okm.id, [
        { serial: okm.serial_number, events: [{ ...event, attributes, result: 'success' }] },
      ]);
      await page.goto(`/activity?open=${await eventOf(call, okm.id, 'LOCK_UNLOCK')}`);
      await expect(details(page).getByRole('heading', { name: 'Unlocked' })).toBeVisible();
    };
    const locations = fact(details(page), 'Locations');
    // a link shows all events, regardless of the view that was chosen last
    await page.goto('/activity');
    await chooseView(page, 'Key Activity');
    await opened(near.username);
    await expect(locations.getByRole('link')).toHaveText([leeds]);
    await expect(fact(details(page), 'Entity name')).toHaveText(okm.name);
    await expect(details(page).getByRole('link', { name: okm.name }).first()).toHaveAttribute(
      'href',
      `/devices?open=${okm.id}`,
    );
    const sentence = (of: Page) => details(of).getByText(/ unlocked .+, \d/);
    await expect(sentence(page)).toContainText(`at ${leeds}`);
    await opened(far.username);
    await expect(locations.getByRole('link')).toHaveText([leeds, lyon]);
    await expect(sentence(page)).not.toContainText(' at ');
    // the sentence names no location either for a profile that sees only one of the two
    const theirs = await open('manager');
    await theirs.goto(`/activity?open=${await eventOf(call, okm.id, 'LOCK_UNLOCK')}`);
    await expect(fact(details(theirs), 'Locations').getByRole('link')).toHaveText([leeds]);
    await expect(sentence(theirs)).toContainText(far.name);
    await expect(sentence(theirs)).not.toContainText(' at ');
    await locations.getByRole('link', { name: lyon }).click();
    await expect(page.getByRole('list', { name: 'filtered by' }).getByRole('listitem')).toHaveText(`Location ${lyon}`);
    await expectView(page, 'Overview');
  },
);

test('the name of a location that was deleted is no link', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const one = await newPerson(call, lyon);
  await page.route('**/api/v1/tag-definitions?*', async (route) => {
    const response = await route.fetch();
    const { data, ...rest }: { data: TagDefinition[] } = await response.json();
    const left = data.map((tag) => ({ ...tag, values: tag.values.filter(({ name }) => name !== lyon) }));
    await route.fulfill({ response, json: { ...rest, data: left } });
  });
  await page.goto(`/activity?open=${await eventOf(call, one.id, 'ADD_USER')}`);
  const locations = fact(details(page), 'Locations');
  await expect(locations).toContainText(lyon);
  await expect(locations.getByRole('link', { name: lyon })).toHaveCount(0);
});

test('the event of a role links to the role', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const role = await newRole(call, { USERS: 'READ' });
  await page.goto(`/activity?open=${await eventOf(call, role.id, 'ADD_ROLE')}`);
  const link = details(page).getByRole('link', { name: role.name }).first();
  await expect(link).toHaveAttribute('href', new RegExp(`/access/roles\\?role=${role.id}`));
  await link.click();
  await expect(page.getByRole('columnheader', { name: role.name })).toBeVisible();
});

test(
  'a late refusal is judged as of its receipt, says who can fix it, and shows when it is fixed',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const lock = await newDevice(call, { type: 'RAC lock', tags: { Department: ['Phones'] } });
    const person = await newPerson(call, leeds);
    const refused = (minutes: number) => ({
      id: crypto.randomUUID(),
      type: 'LOCK_UNLOCK',
      time: new Date(Date.now() - minutes * 60_000).toISOString(),
      agent: person.username,
      result: 'unauthorized',
    });
    const report = async (minutes: number) => {
      await reportThrough(call, lock.controller?.id ?? '', [
        { serial: lock.serial_number, events: [refused(minutes)] },
      ]);
      const id = await eventOf(call, lock.id, 'LOCK_UNLOCK');
      return (await call(activity.get, { params: { id } })).data;
    };
    const late = await report(20);
    await page.goto(`/activity?open=${late.id}`);
    const why = details(page).getByRole('region', { name: 'Why' });
    await expect(why.getByText('The person’s groups did not match those of the device.')).toBeVisible();
    const clock = late.received_at.slice(11, 19);
    await expect(why.getByText(/^Judged by what was stored when the report arrived, /)).toContainText(clock);
    await expect(why).toContainText(/The person needs a value of the group\. ?Ask .+\./);
    await expectAccessible(page);

    const tags = [{ tagId: await tagOf(call, 'Department'), values: ['Phones'] }];
    await call(profiles.update, { params: { id: person.id }, body: { name: person.name, tags } });
    await page.reload();
    await expect(why.getByText('By now this person may use it.')).toBeVisible();

    await call(profiles.update, {
      params: { id: person.id },
      body: { name: person.name, tags: tags.map((tag) => ({ ...tag, values: [] })) },
    });
    await page.goto(`/activity?open=${(await report(1)).id}`);
    await expect(why.getByText('The person’s groups did not match those of the device.')).toBeVisible();
    await expect(why.getByText(/^Judged by what/)).toHaveCount(0);
  },
);
