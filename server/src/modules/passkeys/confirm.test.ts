import { confirm } from '@keyward/contract/confirm';
import { passkeys } from '@keyward/contract/passkeys';
import { beforeEach, expect, test } from 'vitest';
import { demoPassword as password } from '#core/auth/demo.ts';
import { newAuthenticator } from '#testing/authenticator.ts';
import { openGuarded } from '#testing/guarded.ts';
import { type Caller, openPortal, portalBase } from '#testing/portal.ts';

const portal = await openPortal();
const guarded = openGuarded(portal);
const { clerk, manager } = portal.as;
const { system } = portal.database;
const act = 'exportPins';
const key = newAuthenticator(portalBase);

async function addKey(who: Caller, authenticator: typeof key) {
  const { data } = await who.call(passkeys.options, { body: { password } });
  await who.call(passkeys.add, { body: { name: 'Key', response: authenticator.make(data.challenge) } });
}
await addKey(clerk, key);
const challenge = async (who = clerk) => (await who.call(confirm.passkeyOptions, { body: { act } })).data.challenge;
const answer = (response: ReturnType<typeof key.sign>, who = clerk) =>
  who.request(confirm.passkey, { body: { act, response } });

beforeEach(() => guarded.forget());

test('is offered beside the password to a person who has a passkey', async () => {
  expect((await clerk.call(confirm.ways)).data.ways).toEqual(['password', 'passkey']);
  expect((await manager.call(confirm.ways)).data.ways).toEqual(['password']);
  expect(await manager.refused(confirm.passkeyOptions, { body: { act } })).toMatchObject({ code: 'noPasskey' });
});

test('confirms the act for this session, once per challenge', async () => {
  const response = key.sign(await challenge());
  expect((await answer(response)).status).toBe(204);
  expect(await guarded.act(clerk)).toBe('done');
  await guarded.forget();
  expect((await answer(response)).text).toContain('passkeyNotValid');
  expect(await guarded.act(clerk)).toBe('confirmAgain');
});

test('exactly one of ten concurrent uses of one signature counts', async () => {
  const response = key.sign(await challenge());
  const answers = await Promise.all(Array.from({ length: 10 }, () => answer(response)));
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
});

test('refuses a signature without user verification, of a copied key, of another site, and of another challenge', async () => {
  for (const forged of [{ verified: false }, { counter: 0 }, { origin: 'https://evil.example' }, { rpId: 'evil' }])
    expect([forged, (await answer(key.sign(await challenge(), forged))).status]).toEqual([forged, 400]);
  const earlier = await challenge();
  await challenge();
  expect((await answer(key.sign(earlier))).status).toBe(400);
  expect(await guarded.act(clerk)).toBe('confirmAgain');
});

test('refuses the challenge of another act, of another session, and after five minutes', async () => {
  const wrongAct = key.sign(await challenge());
  await system.query(`update confirmation_challenge set act = 'another'`);
  expect((await answer(wrongAct)).status).toBe(400);
  const late = key.sign(await challenge());
  await system.query(`update confirmation_challenge set expires_at = now()`);
  expect((await answer(late)).status).toBe(400);
  const { rows } = await system.query<{ id: string }>('select profile_id as id from passkey');
  const other = await portal.signIn(rows[0]?.id ?? '');
  expect((await answer(key.sign(await challenge(other)), clerk)).status).toBe(400);
  expect(await guarded.act(clerk)).toBe('confirmAgain');
});

test('refuses the passkey of another person', async () => {
  const theirs = newAuthenticator(portalBase);
  await addKey(manager, theirs);
  expect((await answer(theirs.sign(await challenge()))).status).toBe(400);
  expect((await answer(key.sign(await challenge(manager)), manager)).status).toBe(400);
  expect([await guarded.act(clerk), await guarded.act(manager)]).toEqual(['confirmAgain', 'confirmAgain']);
});
