import { randomUUID } from 'node:crypto';
import { activity } from '@keyward/contract/activity';
import { redeems } from '@keyward/contract/redeem';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '#app.ts';
import { serials, tenants } from '#testing/people.ts';
import { attributes, codeOf, makeKey, openRedeem } from './redeem.testing.ts';

const { portal, north, south, harbor, system, serial, entry, redeem, events } = await openRedeem();

beforeEach(async () => {
  await system.query('delete from wrong_entry');
  await system.query(`delete from event where event = 'WRONG_ENTRIES'`);
});

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
const wrong = (seconds = 0, more: object = {}) => ({
  number: randomUUID(),
  serial,
  time: ago(seconds),
  offset: 0 as number | null,
  ...more,
});
const send = async (tries: ReturnType<typeof wrong>[], as = north) =>
  (await as.call(redeems.tries, { body: { tries } })).data;
const many = (n: number, more: object = {}) => Array.from({ length: n }, () => wrong(0, more));
const later = (seconds: number) =>
  system.query(
    `update wrong_entry set updated_at = updated_at - make_interval(secs => $1), recorded_at = recorded_at - make_interval(secs => $1),
       blocked_until = blocked_until - make_interval(secs => $1)`,
    [seconds],
  );
const triesOf = async (tenant = tenants.demo) =>
  (await system.query<{ tries: number }>('select tries from wrong_entry where tenant_id = $1 and of_id = $1', [tenant]))
    .rows[0]?.tries ?? 0;
/** Seconds for which devices wait, rounded to tens. */
const seconds = async (as = north) => (await send([], as)).waits.map((wait) => Math.round(wait.retryAfter / 10) * 10);

describe('wrong PINs that a controller reports', () => {
  test('count together with wrong codes: after the fifth the device accepts no entry for 10 s, then longer', async () => {
    expect((await send(many(2))).waits).toEqual([]);
    for (let i = 0; i < 2; i++) expect(await redeem('00000000')).toMatchObject({ reason: 'wrongCode' });
    const key = await makeKey(portal, { serial });
    const fifth = await send(many(1));
    expect(fifth.tries).toMatchObject([{ outcome: 'counted' }]);
    expect(fifth.waits).toEqual([{ serial, retryAfter: 10 }]);
    const refused = await redeem(codeOf(key));
    expect(refused).toMatchObject({ granted: false, reason: 'tooManyTries' });
    await later(10);
    expect(await seconds()).toEqual([]);
    expect((await send(many(1))).waits).toEqual([{ serial, retryAfter: 20 }]);
    await later(20);
    expect(await redeem(codeOf(key))).toMatchObject({ granted: true });
  });

  test('count once: a repeat, or one already counted by a redeem call, changes nothing', async () => {
    const body = entry('00000000');
    await north.call(redeems.redeem, { body });
    const tries = [...many(3), wrong(0, { number: body.number })];
    expect((await send(tries)).tries.map(({ outcome }) => outcome)).toEqual([
      'counted',
      'counted',
      'counted',
      'repeated',
    ]);
    const again = await Promise.all(Array.from({ length: 8 }, () => send([...tries, ...tries])));
    expect(new Set(again.flatMap((answer) => answer.tries.map(({ outcome }) => outcome)))).toEqual(
      new Set(['repeated']),
    );
    expect(await triesOf()).toBeCloseTo(4, 0);
    expect((await send(many(1))).waits).toHaveLength(1);
    const { number = '' } = tries[0] ?? {};
    expect(await north.refused(redeems.redeem, { body: { ...entry('00000000'), number } })).toMatchObject({
      code: 'keyReused',
    });
    expect(await north.call(redeems.giveBack, { params: { number }, body: {} })).toEqual({
      returned: false,
      reason: 'notGranted',
    });
  });

  test('sent at the same time count one by one', async () => {
    await Promise.all(Array.from({ length: 12 }, () => send(many(1))));
    expect(await seconds()).toEqual([300]);
    expect(await triesOf()).toBeGreaterThan(4);
  });

  test('survive a restart: another process of the server accepts no entry either', async () => {
    await send(many(7));
    const key = await makeKey(portal, { serial });
    const next = await buildApp({ pool: portal.database.app, demo: false, vault: portal.vault });
    try {
      expect(await seconds(north.on(next))).toEqual([40]);
      expect(await north.on(next).call(redeems.redeem, { body: entry(codeOf(key)) })).toMatchObject({
        reason: 'tooManyTries',
      });
    } finally {
      await next.close();
    }
  });

  test('reported late count at their own time, in whatever order they arrive', async () => {
    // five tries of half an hour ago have drained to two
    expect((await send(many(5, { time: ago(1800) }))).waits).toEqual([]);
    expect((await send(many(2))).waits).toEqual([]);
    expect((await send(many(1))).waits).toEqual([{ serial, retryAfter: 10 }]);
    await later(10);
    // a try before the last counts as one more
    expect((await send([wrong(600)])).waits).toEqual([{ serial, retryAfter: expect.any(Number) }]);
    // tries of yesterday no longer count
    await system.query('delete from wrong_entry');
    await send(many(1));
    expect((await send(many(50, { time: ago(86_400) }))).waits).toEqual([]);
    expect(await triesOf()).toBeCloseTo(1, 1);
  });

  test('of an unknown clock count as of now, and none counts as of the future', async () => {
    expect((await send(many(5, { time: '1970-01-01T00:00:00.000Z', offset: null }))).waits).toHaveLength(1);
    await later(3600);
    expect(await seconds()).toEqual([]);
    await system.query('delete from wrong_entry');
    expect((await send(many(5, { time: '2099-01-01T00:00:00.000Z' }))).waits).toEqual([{ serial, retryAfter: 10 }]);
    await system.query('delete from wrong_entry');
    // an hour old by a clock that is an hour behind, so they are of now
    expect((await send(many(5, { time: ago(3600), offset: -3600 }))).waits).toEqual([{ serial, retryAfter: 10 }]);
  });

  test('of a clock that began in 1970 count at the time that its offset gives', async () => {
    const minute = { time: '1970-01-01T00:01:00.000Z', offset: 60 - Date.now() / 1000 };
    expect((await send(many(5, minute))).waits).toEqual([{ serial, retryAfter: 10 }]);
  });

  test('with an offset that leads before the year 1 no longer count, and hold up no others', async () => {
    const early = { time: '0001-01-01T00:00:00.000Z', offset: 1e12 };
    expect((await send([...many(6, early), ...many(4)])).waits).toEqual([]);
    expect((await send(many(1))).waits).toEqual([{ serial, retryAfter: 10 }]);
  });

  test('at many devices make the whole tenant wait, which one controller’s alone cannot do', async () => {
    // a controller that accepts entries during its wait
    for (let i = 0; i < 4; i++) await send(many(100));
    expect(await triesOf()).toBeLessThan(6);
    await system.query('update wrong_entry set tries = 106.5 where tenant_id = $1 and of_id = $1', [tenants.demo]);
    const { waits } = await send(many(1, { serial: serials.northCabinet }));
    expect(waits.map((wait) => wait.serial)).toEqual(
      expect.arrayContaining([serial, serials.northCabinet, serials.northOkm]),
    );
    expect((await seconds(south)).length).toBeGreaterThan(0);
    expect(await seconds(harbor)).toEqual([]);
  });

  test('are recorded as one event when the wait begins, and one an hour while they go on', async () => {
    await send(many(4));
    expect(await events('WRONG_ENTRIES')).toEqual([]);
    for (let i = 0; i < 20; i++) await send(many(1));
    const [first, ...more] = await events('WRONG_ENTRIES');
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      result: 'unauthorized',
      reason: 'tooManyTries',
      entity_domain: 'device',
      agent_domain: null,
      occurrence: 5,
    });
    expect(attributes(first)).toEqual({ blockedUntil: expect.stringMatching(/Z$/) });
    await later(3600);
    await send(many(1));
    expect((await events('WRONG_ENTRIES')).map((event) => event.occurrence)).toEqual([5, 20]);
    const { data } = await portal.as.clerk.call(activity.list, { query: { event: 'WRONG_ENTRIES' } });
    expect(data).toHaveLength(2);
  });

  test('for another controller’s device, or an unknown one, are refused and count nowhere', async () => {
    const { tries, waits } = await send([
      ...many(6, { serial: serials.southPadlock }),
      wrong(0, { serial: '9F40FFFFFFFFFFFF' }),
    ]);
    expect(tries.every((one) => one.outcome === 'refused' && one.reason === 'unknownDevice')).toBe(true);
    expect(waits).toEqual([]);
    expect(await seconds(south)).toEqual([]);
    expect(await triesOf()).toBe(0);
  });

  test('are limited to 100 a call, and the entered PIN is never stored', async () => {
    expect((await north.request(redeems.tries, { body: { tries: many(101) } })).status).toBe(400);
    await send([wrong(0, { pin: '47110815' })]);
    const { rows } = await system.query(`select from event where body like '%47110815%'`);
    expect(rows).toEqual([]);
  });
});
