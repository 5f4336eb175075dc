import { redeems } from '@keyward/contract/redeem';
import { beforeEach, describe, expect, test } from 'vitest';
import { secretHash } from '#core/auth/secrets.ts';
import { onChange } from '#core/live/changes.ts';
import { exchangesOf } from '#testing/exchanges.ts';
import { serials, tenants } from '#testing/people.ts';
import { readEntry } from './redeem.ts';
import { attributes, codeOf, makeInvite, makeKey, openRedeem } from './redeem.testing.ts';

const {
  portal,
  north,
  south,
  harbor,
  tallies,
  system,
  serial,
  entry,
  ask,
  redeem,
  giveBack,
  stored,
  stepsOf,
  events,
  minutesAgo,
} = await openRedeem();

beforeEach(async () => {
  await system.query('delete from wrong_entry');
});

describe('a code', () => {
  test('is looked up together with the controller’s token, and its use stored, in a round trip each', async () => {
    const key = await makeKey(portal, { serial, invite: await makeInvite(portal) });
    const names = {
      caller: /suspended_at/,
      keys: /from "secure_key" as "k".*"lost_key"/,
      invite: /from "secure_key_invite" .*for no key update/,
      use: /^with "counted"/,
      event: /^insert into event /,
    };
    expect(await exchangesOf(portal, names, () => redeem(codeOf(key)))).toEqual([
      'caller sent',
      'keys sent',
      'caller answered',
      'keys answered',
      'invite sent',
      'use sent',
      'event sent',
      'invite answered',
      'use answered',
      'event answered',
    ]);
    expect(await stored(key)).toMatchObject({ uses: 1 });
  });

  test('from an unknown token is refused whatever else is wrong, and holds up no other entry', async () => {
    const key = await makeKey(portal, { serial });
    const unknown = portal.controller('unknown');
    expect(await unknown.refused(redeems.redeem, { body: entry(codeOf(key)) })).toMatchObject({ status: 401 });
    expect((await unknown.raw('POST', redeems.redeem.path, { number: 1 })).status).toBe(401);
    expect((await north.raw('POST', redeems.redeem.path, { number: 1 })).status).toBe(400);
    const answer = await portal.inTenant('demo', async (db) => {
      const found = await readEntry(db, secretHash('unknown'), entry(codeOf(key)));
      expect(found).toMatchObject({ free: false, keys: [], device: undefined });
      return north.request(redeems.redeem, { body: entry(codeOf(key)) });
    });
    expect(answer.body).toMatchObject({ granted: true });
  });

  test('opens its device, counts the use and marks the invitation as used, with one event', async () => {
    const invite = await makeInvite(portal);
    const key = await makeKey(portal, { serial, uses: 3, invite });
    const before = (await events('USE_SECURE_KEY')).length;
    const code = codeOf(key);
    expect(await redeem(code)).toEqual({ granted: true, keyId: key.id, usesLeft: 2 });
    expect(await stored(key)).toMatchObject({ uses: 1, over_uses: 0, status: 'USED' });
    expect(await stepsOf(invite)).toEqual(['used 1']);
    const written = (await events('USE_SECURE_KEY')).slice(before);
    expect(written).toHaveLength(1);
    expect(written[0]).toMatchObject({
      result: 'success',
      system: 'gateway',
      agent_domain: 'recipient',
      agent_id: null,
      entity_domain: 'device',
      description: { agentName: 'guest@example.com', agentEmail: 'guest@example.com', entityName: 'North padlock' },
    });
    expect(attributes(written[0])).toEqual({ secureKey: key.id, use: '1 / 3' });
    expect(JSON.stringify(written)).not.toContain(code);
    expect((await tallies()).wrong).toBe(0);
  });

  test('and the return of its use appear at once in open lists of keys and invitations', async () => {
    const invite = await makeInvite(portal);
    const key = await makeKey(portal, { serial, uses: 3, invite });
    const changed: string[] = [];
    const stop = onChange((changes) => {
      for (const { resource, id } of changes) if (id === key.id || id === invite) changed.push(resource);
    });
    await redeem(codeOf(key, minutesAgo(1)));
    // the second use changes the invitation's number of uses, not its status
    const second = entry(codeOf(key));
    expect(await ask(second)).toMatchObject({ granted: true });
    await giveBack(second.number);
    stop();
    const one = ['secure-key', 'secure-key-invitation'];
    expect(changed).toEqual([...one, ...one, ...one]);
  });

  test('works once, and the previous code still works for one step', async () => {
    const key = await makeKey(portal, { serial, uses: 5 });
    const [now, before] = [codeOf(key), codeOf(key, minutesAgo(1))];
    expect(await redeem(before)).toMatchObject({ granted: true });
    expect(await redeem(now)).toMatchObject({ granted: true, usesLeft: 3 });
    expect(await redeem(now)).toEqual({ granted: false, keyId: key.id, reason: 'codeUsed' });
    expect(await redeem(before)).toMatchObject({ reason: 'codeUsed' });
    expect(await redeem(codeOf(key, minutesAgo(3)))).toMatchObject({ reason: 'wrongCode' });
    expect(await redeem(codeOf(key, minutesAgo(-2)))).toMatchObject({ reason: 'wrongCode' });
    expect(await stored(key)).toMatchObject({ uses: 2 });
  });

  test('is refused as unauthorized after the key’s end, its last use or the invitation’s cancellation', async () => {
    const ended = await makeKey(portal, { serial, seconds: -1 });
    const usedUp = await makeKey(portal, { serial });
    await redeem(codeOf(usedUp));
    const invite = await makeInvite(portal);
    const cancelled = await makeKey(portal, { serial, invite });
    await system.query(`update secure_key_invite set status = 'CANCELLED', cancelled_at = now() where id = $1`, [
      invite,
    ]);
    for (const [key, reason] of [
      [ended, 'expired'],
      [usedUp, 'usedUp'],
      [cancelled, 'cancelled'],
    ] as const) {
      expect(await redeem(codeOf(key))).toEqual({ granted: false, keyId: key.id, reason });
      const event = (await events('USE_SECURE_KEY')).at(-1);
      expect(event).toMatchObject({ result: 'unauthorized', reason });
      expect(attributes(event)).toEqual({ secureKey: key.id, reason });
    }
    expect(await stepsOf(invite)).toEqual([]);
  });

  test('of one device opens no other, and nothing through another controller', async () => {
    const key = await makeKey(portal, { serial, uses: 5 });
    const code = codeOf(key);
    expect(await redeem(code, { serial: serials.northCabinet })).toMatchObject({ reason: 'wrongCode' });
    const unknown = { granted: false, reason: 'unknownDevice' };
    expect(await redeem(code, {}, south)).toEqual(unknown);
    expect(await redeem(code, { serial: '9F40FFFFFFFFFFFF' }, south)).toEqual(unknown);
    expect(await harbor.call(redeems.redeem, { body: entry(code) })).toMatchObject({ reason: 'wrongCode' });
    expect(await stored(key)).toMatchObject({ uses: 0 });
  });

  test('is refused as not found without OnePASS', async () => {
    await system.query(`update tenant set features = '{}' where id = $1`, [tenants.demo]);
    try {
      expect(await north.refused(redeems.redeem, { body: entry('12345678') })).toMatchObject({ status: 404 });
    } finally {
      await system.query(`update tenant set features = '{secureKey}' where id = $1`, [tenants.demo]);
    }
  });

  test('may be any text: one in another form is a wrong code, and is stored nowhere', async () => {
    for (const code of ['', '1234567', '١٢٣٤٥٦٧٨', '4711-0815-47110815']) {
      await system.query('delete from wrong_entry');
      expect(await redeem(code)).toEqual({ granted: false, reason: 'wrongCode' });
    }
    expect((await north.request(redeems.redeem, { body: entry('1'.repeat(1_000_000)) })).status).toBe(400);
    const { rows } = await system.query(`select from event where body like '%4711-0815%'`);
    expect(rows).toEqual([]);
  });
});

describe('a number', () => {
  test('gets the same answer again, whatever has happened to the key, and counts once', async () => {
    const key = await makeKey(portal, { serial, uses: 2 });
    const body = entry(codeOf(key));
    const first = await north.call(redeems.redeem, { body });
    await system.query(`update secure_key set expires_at = now() where id = $1`, [key.id]);
    expect(await north.call(redeems.redeem, { body })).toEqual(first);
    expect(await stored(key)).toMatchObject({ uses: 1 });
    const wrong = entry('00000000');
    const refusal = await north.call(redeems.redeem, { body: wrong });
    expect(await north.call(redeems.redeem, { body: wrong })).toEqual(refusal);
    const { rows } = await system.query<{ tries: number }>('select tries from wrong_entry where of_id <> tenant_id');
    expect(Math.round(rows[0]?.tries ?? 0)).toBe(1);
  });

  test('with another body is refused, also for another device', async () => {
    const key = await makeKey(portal, { serial, uses: 2 });
    const body = entry(codeOf(key));
    await north.call(redeems.redeem, { body });
    for (const other of [{ code: '00000000' }, { serial: serials.northCabinet }])
      expect(await north.refused(redeems.redeem, { body: { ...body, ...other } })).toMatchObject({
        status: 422,
        code: 'keyReused',
      });
    // numbers are separate for each controller
    expect(await south.call(redeems.redeem, { body })).toMatchObject({ reason: 'unknownDevice' });
  });

  test('sent thirty times at once counts as one use', async () => {
    const key = await makeKey(portal, { serial, uses: 200 });
    const body = entry(codeOf(key));
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask(body)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await stored(key)).toMatchObject({ uses: 1 });
  });
});

describe('a use without an opening', () => {
  test('is given back once, with its step and event; its code stays used', async () => {
    const invite = await makeInvite(portal);
    const key = await makeKey(portal, { serial, invite });
    const body = entry(codeOf(key));
    await north.call(redeems.redeem, { body });
    const answers = await Promise.all([giveBack(body.number), giveBack(body.number), giveBack(body.number)]);
    expect(answers).toEqual([{ returned: true }, { returned: true }, { returned: true }]);
    expect(await stored(key)).toMatchObject({ uses: 0, status: 'USED' });
    expect(await stepsOf(invite)).toEqual(['used 1', 'useReturned 0']);
    const returns = await events('RETURN_SECURE_KEY_USE');
    expect(returns.filter((event) => attributes(event)['secureKey'] === key.id)).toHaveLength(1);
    expect(await redeem(body.code)).toMatchObject({ reason: 'codeUsed' });
    expect(await north.call(redeems.redeem, { body })).toMatchObject({ granted: true });
  });

  test('is not given back after five minutes, when it was refused, or by another controller', async () => {
    const key = await makeKey(portal, { serial });
    const body = entry(codeOf(key));
    await north.call(redeems.redeem, { body });
    const params = { number: body.number };
    expect(await south.refused(redeems.giveBack, { params, body: {} })).toMatchObject({ status: 404 });
    await system.query(`update secure_key_use set at = at - interval '5 minutes' where number = $1`, [body.number]);
    expect(await giveBack(body.number)).toEqual({ returned: false, reason: 'tooLate' });
    expect(await stored(key)).toMatchObject({ uses: 1 });
    const refused = entry('00000000');
    await north.call(redeems.redeem, { body: refused });
    expect(await giveBack(refused.number)).toEqual({ returned: false, reason: 'notGranted' });
  });
});
