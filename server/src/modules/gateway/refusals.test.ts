import { activity } from '@keyward/contract/activity';
import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { describe, expect, test } from 'vitest';
import { north, serials, south, tenants } from '#testing/people.ts';
import { openGateway, sendReports, unlock } from './gateway.testing.ts';

const { portal, north: okm } = await openGateway();
const { admin } = portal.as;

const { data: definitions } = await admin.call(groups.definitions, {});
const tagId = (label: string) => definitions.find((tag) => tag.label === label)?.id ?? '';
const { data: known } = await admin.call(roles.list, {});
const okmUser = known.find(({ name }) => name === 'OKM user')?.id ?? '';
const hour = 3_600_000;
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();

let made = 0;
/** Adds a profile that may use the padlock, except for the values in `over`; returns its username. */
async function person(over: object = {}): Promise<string> {
  const username = `refused.${made++}`;
  const tags = [{ tagId: tagId('Location'), values: [north] }];
  await admin.call(profiles.create, { body: { name: username, username, roles: [okmUser], tags, ...over } });
  return username;
}
const setDisabled = (username: string, disabled: boolean) =>
  portal.database.system.query('update profile set disabled = $1 where tenant_id = $2 and username = $3', [
    disabled,
    tenants.demo,
    username,
  ]);

let reported = 0;
/** Reports a refusal and returns the reason of its event. */
async function reasonFor(more: Parameters<typeof unlock>[0]) {
  const time = fromNow(-1000 * ++reported);
  const event = unlock({ result: 'unauthorized', time, ...more });
  await sendReports(okm, { serial: serials.northPadlock, events: [event] });
  const { data } = await admin.call(activity.list, { query: { event_time: `range:${event.time},${event.time}` } });
  expect(data).toHaveLength(1);
  return data[0]?.reason;
}

describe('the reason of a refusal', () => {
  test('is what the controller reports, for refusals only', async () => {
    for (const reason of ['key', 'unknownPerson', 'boltBlocked', 'controller'] as const) {
      expect(await reasonFor({ reason })).toBe(reason);
    }
    expect(await reasonFor({ reason: 'key', result: 'success' })).toBeUndefined();
  });

  test('is otherwise the first rule that the person fails', async () => {
    const { data } = await admin.call(devices.list, { query: { serial_number: serials.northPadlock } });
    const [padlock] = data;
    if (!padlock) throw new Error('no padlock');
    const department = { tagId: tagId('Department'), values: ['Shoes'] };
    const body = { name: padlock.name, tags: [department] };
    await admin.call(devices.update, { params: { id: padlock.id }, body });
    const at = (locationName: string) => ({ tagId: tagId('Location'), values: [locationName] });
    const tags = [at(north), department];
    for (const [over, reason] of [
      [{ tags, valid_from: fromNow(hour) }, 'beginning'],
      [{ tags, valid_until: fromNow(-hour) }, 'end'],
      [{ tags, roles: [] }, 'permission'],
      [{ tags: [at(south), department] }, 'location'],
      [{ tags: [at(north)] }, 'groups'],
      [{ tags }, undefined],
    ] as const) {
      expect(await reasonFor({ agent: await person(over) }), reason).toBe(reason);
    }
    const off = await person({ tags });
    await setDisabled(off, true);
    expect(await reasonFor({ agent: off })).toBe('active');
    expect(await reasonFor({ agent: 'badge 7' })).toBe('unknownPerson');
    expect(await reasonFor({ agent: undefined })).toBeUndefined();
  });

  test('judges the validity at the time of the event', async () => {
    const agent = await person({ valid_until: fromNow(-hour) });
    expect(await reasonFor({ agent })).toBe('end');
    expect(await reasonFor({ agent, time: fromNow(-2 * hour) })).not.toBe('end');
  });

  test('is kept with the event when the rules change later', async () => {
    const agent = await person();
    await setDisabled(agent, true);
    const event = unlock({ result: 'unauthorized', agent, time: fromNow(-5 * hour) });
    const reasons = async () =>
      (await admin.call(activity.list, { query: { event_time: `range:${event.time},${event.time}` } })).data.map(
        ({ reason }) => reason,
      );
    await sendReports(okm, { serial: serials.northPadlock, events: [event] });
    await setDisabled(agent, false);
    await sendReports(okm, { serial: serials.northPadlock, events: [event] });
    expect(await reasons()).toEqual(['active']);
  });
});
