import { redeems } from '@keyward/contract/redeem';
import { expect, test } from 'vitest';
import { openOutbox } from '#testing/outbox.ts';
import { oldUses } from './jobs.ts';
import { codeOf, makeKey, openRedeem } from './redeem.testing.ts';

const { portal, north, system, serial, entry, stored } = await openRedeem();
const { context } = openOutbox(portal);

test('an answer is repeated for 60 days, and then deleted', async () => {
  const key = await makeKey(portal, { serial, uses: 2 });
  const body = entry(codeOf(key));
  const ask = () => north.call(redeems.redeem, { body });
  const granted = { granted: true, keyId: key.id, usesLeft: 1 };
  expect(await ask()).toEqual(granted);
  const daysLater = async (days: number) => {
    await system.query(`update secure_key_use set at = now() - make_interval(days => $2) where number = $1`, [
      body.number,
      days,
    ]);
    await oldUses.run(undefined, context);
    return ask();
  };
  expect(await daysLater(59)).toEqual(granted);
  expect(await daysLater(61)).toEqual({ granted: false, keyId: key.id, reason: 'codeUsed' });
  expect(await stored(key)).toMatchObject({ uses: 1 });
});
