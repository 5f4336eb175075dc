import { randomUUID } from 'node:crypto';
import { redeems } from '@keyward/contract/redeem';
import { expect, test } from 'vitest';
import { serials, tenants } from '#testing/people.ts';
import { attributes, codeOf, makeInvite, makeKey, openRedeem, type TestKey } from './redeem.testing.ts';

const {
  portal,
  north,
  south,
  system,
  serial,
  entry,
  ask,
  redeem,
  stored,
  stepsOf,
  events,
  tallies,
  nextStep,
  minutesAgo,
} = await openRedeem();

test('exactly one of fifty concurrent redeems of a key with one use is granted', async () => {
  const invite = await makeInvite(portal);
  const key = await makeKey(portal, { serial, invite });
  const [now, before] = [codeOf(key), codeOf(key, minutesAgo(1))];
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => redeem(i % 2 ? now : before)));
  expect(answers.filter(({ granted }) => granted)).toHaveLength(1);
  expect(await stored(key)).toMatchObject({ uses: 1, over_uses: 0 });
  expect(await stepsOf(invite)).toEqual(['used 1']);
  expect((await tallies()).wrong).toBe(0);
});

test('no use is granted after the cancellation of an invitation was confirmed, and earlier uses stay counted', async () => {
  for (let round = 0; round < 10; round++) {
    const invite = await makeInvite(portal);
    const keys = await Promise.all(
      [serial, serials.northCabinet].map((of) => makeKey(portal, { serial: of, uses: 200, invite })),
    );
    let cancelled = false;
    const late: boolean[] = [];
    const asks = keys.flatMap((key, i) =>
      Array.from({ length: 5 }, async () => {
        const after = cancelled;
        const { granted } = await redeem(codeOf(key), { serial: i ? serials.northCabinet : serial });
        if (granted && after) late.push(true);
        await nextStep(key);
      }),
    );
    await system.query(`update secure_key_invite set status = 'CANCELLED', cancelled_at = now() where id = $1`, [
      invite,
    ]);
    cancelled = true;
    const [first] = keys;
    if (first) await nextStep(first);
    const answer = first && (await redeem(codeOf(first)));
    expect(answer?.granted).toBe(false);
    await Promise.all(asks);
    expect(late).toEqual([]);
    const uses = await Promise.all(keys.map(async (key) => (await stored(key))?.uses ?? 0));
    expect((await stepsOf(invite)).length).toBe(uses.reduce((sum, n) => sum + n, 0));
    expect((await stored(keys[0] as TestKey))?.status).toBe('CANCELLED');
  }
});

/**
 * Changes the invitation or its key while a redeem waits for it, and makes each further change while the redeem's repeat waits.
 */
async function changedBefore<T>(invite: string, changes: readonly string[], send: () => Promise<T>): Promise<T> {
  const clients = await Promise.all(changes.map(() => system.connect()));
  const lock = 'select from secure_key_invite where id = $1 for update';
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%secure_key_invite%'`;
  const waitFor = async (n: number) => {
    await expect.poll(async () => (await system.query(waiting)).rowCount).toBe(n);
  };
  try {
    for (const client of clients) await client.query('begin');
    await clients[0]?.query(lock, [invite]);
    const answer = send();
    await waitFor(1);
    for (const [i, client] of clients.entries()) {
      const next = clients[i + 1];
      // waits behind the redeem and before its repeat
      const locked = next?.query(lock, [invite]);
      await waitFor(next ? 2 : 1);
      await client.query(changes[i] ?? '');
      await client.query('commit');
      await locked;
    }
    return await answer;
  } finally {
    for (const client of clients) client.release();
  }
}

test('a redeem that waits for a cancellation is refused', async () => {
  const invite = await makeInvite(portal);
  const key = await makeKey(portal, { serial, invite });
  const cancel = `update secure_key_invite set status = 'CANCELLED', cancelled_at = now() where id = '${invite}'`;
  expect(await changedBefore(invite, [cancel], () => redeem(codeOf(key)))).toEqual({
    granted: false,
    keyId: key.id,
    reason: 'cancelled',
  });
  expect(await stored(key)).toMatchObject({ uses: 0 });
});

test('a use given back while another is counted leaves one counted use', async () => {
  const invite = await makeInvite(portal);
  const key = await makeKey(portal, { serial, uses: 3, invite });
  await redeem(codeOf(key, minutesAgo(1)));
  const back = `update secure_key set uses = uses - 1 where id = '${key.id}'`;
  expect(await changedBefore(invite, [back], () => redeem(codeOf(key)))).toMatchObject({ granted: true, usesLeft: 2 });
  expect(await stored(key)).toMatchObject({ uses: 1 });
  expect(await stepsOf(invite)).toEqual(['used 1', 'used 1']);
  expect(attributes((await events('USE_SECURE_KEY')).at(-1))).toEqual({ secureKey: key.id, use: '1 / 3' });
});

test('a redeem whose key changes twice is refused, and can be sent again', async () => {
  const invite = await makeInvite(portal);
  const key = await makeKey(portal, { serial, uses: 9, invite });
  const use = `update secure_key set uses = uses + 1 where id = '${key.id}'`;
  const body = entry(codeOf(key));
  const refused = await changedBefore(invite, [use, use], () => north.refused(redeems.redeem, { body }));
  expect(refused).toMatchObject({ status: 409 });
  expect(await stepsOf(invite)).toEqual([]);
  expect(await ask(body)).toMatchObject({ granted: true, usesLeft: 6 });
});

/**
 * Runs `work` while the call that stores an answer of the southern controller under this number waits for another transaction.
 */
async function whileItWaits(number: string, send: () => Promise<unknown>, work: () => Promise<void>): Promise<void> {
  const client = await system.connect();
  let sent: Promise<unknown> | undefined;
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query ilike '%insert into%secure_key_use%'`;
  try {
    await client.query('begin');
    await client.query(
      `insert into secure_key_use (tenant_id, controller_id, number, request_hash, granted)
       select tenant_id, id, $3, '', false from device where tenant_id = $1 and serial_number = $2`,
      [tenants.demo, serials.southOkm, number],
    );
    sent = send();
    await expect.poll(async () => (await system.query(waiting)).rowCount).toBe(1);
    await work();
  } finally {
    await client.query('rollback');
    client.release();
    await sent;
  }
}

const time = minutesAgo(1).toISOString();
const named = (of: string, more: object = {}) => ({ number: randomUUID(), serial: of, time, offset: 0, ...more });
/** Calls of the southern controller that name the padlock of the northern one. */
const callsAbroad = {
  redeem: (number: string) => south.call(redeems.redeem, { body: entry('00000000', { number }) }),
  uses: async (number: string) => {
    const { id: keyId } = await makeKey(portal, { serial: serials.southPadlock });
    const use = { keyId, step: 1 };
    const uses = [
      { ...named(serials.southPadlock), ...use, number },
      { ...named(serial), ...use },
    ];
    return (await south.call(redeems.uses, { body: { uses } })).data.map((one) => one.reason ?? one.outcome);
  },
  tries: async (number: string) => {
    const tries = [named(serials.southPadlock, { number }), named(serial)];
    return (await south.call(redeems.tries, { body: { tries } })).data.tries.map((one) => one.reason ?? one.outcome);
  },
};
test.each([
  ['redeem', { granted: false, reason: 'unknownDevice' }],
  ['uses', ['stored', 'unknownKey']],
  ['tries', ['counted', 'unknownDevice']],
] as const)('%s with a device of another controller holds up no entry there', async (call, answer) => {
  const key = await makeKey(portal, { serial });
  const number = randomUUID();
  const sent = async () => expect(await callsAbroad[call](number)).toEqual(answer);
  await whileItWaits(number, sent, async () => {
    const { status, body } = await north.request(redeems.redeem, { body: entry(codeOf(key)) });
    expect([status, body]).toMatchObject([200, { granted: true }]);
  });
});
