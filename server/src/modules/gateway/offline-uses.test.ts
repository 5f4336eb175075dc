import { randomUUID } from 'node:crypto';
import { redeems } from '@keyward/contract/redeem';
import { describe, expect, test } from 'vitest';
import { serials } from '#testing/people.ts';
import { attributes, codeOf, makeInvite, makeKey, openRedeem, type TestKey } from './redeem.testing.ts';

const {
  portal,
  north,
  tallies,
  system,
  serial,
  entry,
  redeem,
  giveBack,
  stored,
  stepsOf,
  events,
  nextStep,
  minutesAgo,
} = await openRedeem();

describe('offline uses', () => {
  const use = (key: TestKey, more: object = {}) => ({
    number: randomUUID(),
    serial,
    keyId: key.id,
    step: 100,
    time: minutesAgo(30).toISOString(),
    offset: 2.5 as number | null,
    ...more,
  });
  const report = async (...uses: ReturnType<typeof use>[]) =>
    (await north.call(redeems.uses, { body: { uses } })).data.map(({ outcome, reason }) => reason ?? outcome);

  test('are counted once, with the controller’s time and its offset in the event', async () => {
    const invite = await makeInvite(portal);
    const key = await makeKey(portal, { serial, uses: 3, invite });
    const one = use(key);
    const twin = use(key, { step: 101, time: minutesAgo(29).toISOString() });
    expect(await report(one, twin, one)).toEqual(['stored', 'stored', 'repeated']);
    expect(await report(one)).toEqual(['repeated']);
    expect(await report({ ...one, step: 102 })).toEqual(['numberReused']);
    expect(await stored(key)).toMatchObject({ uses: 2, over_uses: 0, status: 'USED', last_step: 101 });
    expect(await stepsOf(invite)).toEqual(['used 1', 'used 2']);
    const written = (await events('USE_SECURE_KEY')).filter((event) => attributes(event)['secureKey'] === key.id);
    expect(written).toHaveLength(2);
    const first = written.find((event) => JSON.stringify(event).includes(one.number));
    expect(attributes(first)).toEqual({
      secureKey: key.id,
      use: '1 / 3',
      offline: 'true',
      controllerTime: one.time,
      clockOffset: '2.5 s',
    });
    expect(first).toMatchObject({ result: 'success', event_time: one.time });
    expect((await tallies()).wrong).toBe(0);
  });

  test('beyond the limit of a key are stored as over-use, and given back first', async () => {
    const key = await makeKey(portal, { serial, uses: 2 });
    const body = entry(codeOf(key));
    await north.call(redeems.redeem, { body });
    expect(await report(use(key, { step: 1 }), use(key, { step: 2 }), use(key, { step: 3 }))).toEqual(
      Array.from({ length: 3 }, () => 'stored'),
    );
    expect(await stored(key)).toMatchObject({ uses: 2, over_uses: 2 });
    const written = (await events('USE_SECURE_KEY')).filter((event) => attributes(event)['overUse'] === 'true');
    expect(written.map((event) => attributes(event)['use'])).toEqual(expect.arrayContaining(['3 / 2', '4 / 2']));
    await giveBack(body.number);
    expect(await stored(key)).toMatchObject({ uses: 2, over_uses: 1 });
    await nextStep(key);
    expect(await redeem(codeOf(key))).toMatchObject({ reason: 'usedUp' });
  });

  test('after the key’s end or cancellation are stored and marked as such', async () => {
    const invite = await makeInvite(portal);
    const key = await makeKey(portal, { serial, uses: 2, invite });
    await system.query(
      `update secure_key_invite set status = 'CANCELLED', cancelled_at = now() - interval '40 minutes' where id = $1`,
      [invite],
    );
    await system.query(`update secure_key set expires_at = now() - interval '1 hour' where id = $1`, [key.id]);
    expect(await report(use(key, { offset: null }))).toEqual(['stored']);
    expect(await stored(key)).toMatchObject({ uses: 1, status: 'CANCELLED' });
    const event = (await events('USE_SECURE_KEY')).findLast((one) => attributes(one)['secureKey'] === key.id);
    expect(attributes(event)).toMatchObject({ afterEnd: 'true', afterCancel: 'true' });
    expect(attributes(event)).not.toHaveProperty('clockOffset');
  });

  test('of a call whose answer was lost are not counted again', async () => {
    const key = await makeKey(portal, { serial, uses: 2 });
    const body = entry(codeOf(key));
    await north.call(redeems.redeem, { body });
    const step = Number((await stored(key))?.last_step);
    expect(await report(use(key, { number: body.number, step }))).toEqual(['repeated']);
    expect(await stored(key)).toMatchObject({ uses: 1 });
    const refused = entry('00000000');
    await north.call(redeems.redeem, { body: refused });
    expect(await report(use(key, { number: refused.number }))).toEqual(['numberReused']);
  });

  test('of keys that are not at this controller are refused like unknown ones, one by one', async () => {
    const key = await makeKey(portal, { serial: serials.southPadlock });
    const own = await makeKey(portal, { serial });
    const elsewhere = use(key, { serial: serials.southPadlock });
    const unknown = use({ id: randomUUID(), secret: '' });
    const wrongDevice = use(own, { serial: serials.northCabinet });
    expect(await report(elsewhere, unknown, wrongDevice, use(own))).toEqual([
      'unknownKey',
      'unknownKey',
      'unknownKey',
      'stored',
    ]);
    expect(await stored(key)).toMatchObject({ uses: 0 });
  });

  test('by a clock that is far ahead do not end the key', async () => {
    const key = await makeKey(portal, { serial, uses: 5 });
    await report(use(key, { step: 4_000_000_000, time: '2099-01-01T00:00:00.000Z' }));
    const { rows } = await system.query<{ late: boolean }>(
      'select last_used_at > now() as late from secure_key where id = $1',
      [key.id],
    );
    expect(rows[0]?.late).toBe(false);
    await nextStep(key);
    await nextStep(key);
    expect(await redeem(codeOf(key))).toMatchObject({ granted: true });
  });

  test('with an offset that leads before the year 1 are stored at its beginning, and hold up no others', async () => {
    const invite = await makeInvite(portal);
    const key = await makeKey(portal, { serial, uses: 5, invite });
    const early = use(key, { step: 1, time: '0001-01-01T00:00:00.000Z', offset: 1e9 });
    expect(await report(early, use(key, { step: 2 }))).toEqual(['stored', 'stored']);
    expect(await report(early)).toEqual(['repeated']);
    expect(await stored(key)).toMatchObject({ uses: 2 });
    const { rows } = await system.query<{ at: string }>(
      'select at::text from secure_key_invite_step where invite_id = $1 order by at limit 1',
      [invite],
    );
    expect(rows).toEqual([{ at: '0001-01-01 00:00:00+00' }]);
    const event = (await events('USE_SECURE_KEY')).find((one) => attributes(one)['controllerTime'] === early.time);
    expect(attributes(event)).toMatchObject({ secureKey: key.id, clockOffset: '1000000000 s' });
  });

  test('by a clock that began in 1970 are stored at the time that its offset gives', async () => {
    const key = await makeKey(portal, { serial, uses: 5 });
    const minute = { step: 1, time: '1970-01-01T00:01:00.000Z', offset: 660 - Date.now() / 1000 };
    expect(await report(use(key, minute))).toEqual(['stored']);
    const { rows } = await system.query<{ seconds: number }>(
      'select round(extract(epoch from now() - last_used_at))::int as seconds from secure_key where id = $1',
      [key.id],
    );
    expect(Math.round((rows[0]?.seconds ?? 0) / 60)).toBe(10);
  });

  test('sent at the same time by several calls are counted once each', async () => {
    const key = await makeKey(portal, { serial, uses: 5 });
    const uses = [use(key, { step: 1 }), use(key, { step: 2 }), use(key, { step: 3 })];
    await Promise.all(Array.from({ length: 8 }, () => report(...uses)));
    expect(await stored(key)).toMatchObject({ uses: 3, over_uses: 0 });
  });
});
