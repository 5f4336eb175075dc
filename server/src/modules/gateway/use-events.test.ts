import { randomUUID } from 'node:crypto';
import { activity } from '@keyward/contract/activity';
import { metrics } from '@keyward/contract/dashboard';
import { redeems } from '@keyward/contract/redeem';
import { views } from '@keyward/contract/views';
import { expect, test } from 'vitest';
import { serials } from '#testing/people.ts';
import type { Caller } from '#testing/portal.ts';
import { codeOf, makeInvite, makeKey, openRedeem } from './redeem.testing.ts';

const { portal, north, serial, entry, redeem, giveBack, minutesAgo } = await openRedeem();
const { admin, manager } = portal.as;

/** Uses the invitation's key at North in each way that records an event, and returns the key's id. */
async function useAtNorth(email: string, others: readonly string[]): Promise<string> {
  const invite = await makeInvite(portal, email);
  const key = await makeKey(portal, { serial, uses: 5, invite });
  for (const other of others) await makeKey(portal, { serial: other, invite });
  const use = { number: randomUUID(), serial, keyId: key.id, step: 100, time: minutesAgo(5).toISOString(), offset: 0 };
  expect((await north.call(redeems.uses, { body: { uses: [use] } })).data).toMatchObject([{ outcome: 'stored' }]);
  const code = codeOf(key);
  const body = entry(code);
  expect(await north.call(redeems.redeem, { body })).toMatchObject({ granted: true });
  expect(await redeem(code)).toMatchObject({ reason: 'codeUsed' });
  expect(await giveBack(body.number)).toEqual({ returned: true });
  return key.id;
}

/** The agents named by the events of uses at North that the caller finds. */
async function agentsOf(keyId: string, as: Caller) {
  const { data } = await as.call(activity.list, { query: { event: 'USE_SECURE_KEY,RETURN_SECURE_KEY_USE' } });
  return data
    .filter(({ description }) => description.changes?.some(({ newValue }) => newValue === keyId))
    .map(({ description }) => [description.agentName, description.agentEmail]);
}

/** Whether the address appears at each place where the activity names people. */
async function traces(email: string, as: Caller) {
  const day = 24 * 60;
  const range = { from: minutesAgo(day).toISOString(), to: minutesAgo(-day).toISOString() };
  const options = (column: string) => as.call(views.filterOptions, { params: { resource: 'event', column } });
  const answers = await Promise.all([
    as.call(activity.list, {}),
    options('description.agentEmail'),
    options('description.agentName'),
    as.call(metrics.attempts, { query: range }),
  ]);
  const found = await as.call(activity.list, { query: { search: email } });
  return [...answers.map((answer) => JSON.stringify(answer).includes(email)), found.data.length > 0];
}

test('the uses of an invitation at one location name the address that it went to', async () => {
  const email = 'here@example.com';
  const keyId = await useAtNorth(email, [serials.northCabinet]);
  expect(await agentsOf(keyId, manager)).toEqual(Array.from({ length: 4 }, () => [email, email]));
  expect(await traces(email, manager)).toEqual([true, true, true, true, true]);
});

test.each([
  ['several locations', serials.southPadlock],
  ['a location and a device without one', serials.nowhere],
])('the uses of an invitation at %s are visible at each of them, without the address', async (_title, other) => {
  const email = `mixed-${other}@example.com`;
  const keyId = await useAtNorth(email, [other]);
  for (const as of [manager, admin]) {
    expect(await agentsOf(keyId, as)).toEqual(Array.from({ length: 4 }, () => [keyId, null]));
    expect(await traces(email, as)).toEqual([false, false, false, false, false]);
  }
});
