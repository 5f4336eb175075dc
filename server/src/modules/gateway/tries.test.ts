import { redeems } from '@keyward/contract/redeem';
import { beforeEach, describe, expect, test } from 'vitest';
import { serials, tenants } from '#testing/people.ts';
import { codeOf, makeKey, openRedeem } from './redeem.testing.ts';

const { portal, north, harbor, system, serial, entry, redeem, nextStep } = await openRedeem();

beforeEach(async () => {
  await system.query('delete from wrong_entry');
});

describe('wrong codes', () => {
  const wrong = () => redeem('00000000');
  const later = (seconds: number) =>
    system.query(
      `update wrong_entry set updated_at = updated_at - make_interval(secs => $1), blocked_until = blocked_until - make_interval(secs => $1)`,
      [seconds],
    );

  test('block their device after the fifth, longer after each further one, but no other device', async () => {
    const key = await makeKey(portal, { serial, uses: 9 });
    for (let i = 0; i < 5; i++) expect(await wrong()).toEqual({ granted: false, reason: 'wrongCode' });
    const code = codeOf(key);
    const body = entry(code);
    const blocked = await north.call(redeems.redeem, { body });
    expect(blocked).toEqual({ granted: false, reason: 'tooManyTries', retryAfter: expect.any(Number) });
    expect(blocked.retryAfter).toBeGreaterThan(7);
    expect(blocked.retryAfter).toBeLessThanOrEqual(10);
    const other = await makeKey(portal, { serial: serials.northCabinet });
    expect(await redeem(codeOf(other), { serial: serials.northCabinet })).toMatchObject({ granted: true });
    // the refusal was not stored: the same number is judged after the wait
    await later(10);
    expect(await north.call(redeems.redeem, { body })).toMatchObject({ granted: true });
    const waits = [];
    for (let i = 0; i < 8; i++) {
      expect(await wrong()).toMatchObject({ reason: 'wrongCode' });
      const { retryAfter = 0 } = await wrong();
      waits.push(Math.round(retryAfter / 10) * 10);
      await later(retryAfter);
    }
    expect(waits).toEqual([20, 40, 80, 160, 160, 300, 300, 300]);
    await later(7200);
    expect(await wrong()).toMatchObject({ reason: 'wrongCode' });
    await nextStep(key);
    expect(await redeem(codeOf(key))).toMatchObject({ granted: true });
  });

  test('sent at the same time count one by one', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, wrong));
    expect(answers.filter(({ reason }) => reason === 'wrongCode')).toHaveLength(5);
    expect(answers.filter(({ reason }) => reason === 'tooManyTries')).toHaveLength(25);
  });

  test('at many devices block the whole tenant for a while, but no other tenant', async () => {
    await system.query(`insert into wrong_entry (tenant_id, of_id, tries) values ($1, $1, 106.5)`, [tenants.demo]);
    expect(await wrong()).toMatchObject({ reason: 'wrongCode' });
    const cabinet = { serial: serials.northCabinet };
    const key = await makeKey(portal, cabinet);
    const { reason, retryAfter = 0 } = await redeem(codeOf(key), cabinet);
    expect(reason).toBe('tooManyTries');
    expect(retryAfter).toBeLessThan(60);
    expect(await harbor.call(redeems.redeem, { body: entry('00000000') })).toMatchObject({ reason: 'wrongCode' });
    await later(retryAfter);
    expect(await redeem(codeOf(key), cabinet)).toMatchObject({ granted: true });
  });
});
