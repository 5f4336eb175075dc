// Hourly limits, for a mailbox and for a tenant, of links to set a password that a profile sends to others.
import { passwords } from '@keyward/contract/password';
import { profiles } from '@keyward/contract/profiles';
import { beforeEach, expect, test } from 'vitest';
import { tenants } from '#testing/people.ts';
import { stateOf } from '#testing/state.ts';
import { openBulk } from './bulk.testing.ts';

const { portal, add, apply, preview, refused } = await openBulk();
const { admin, anonymous, harborAdmin } = portal.as;
const owner = portal.database.system;

let made = 0;
const address = () => `limited.${made++}@example.com`;
const person = async () => {
  const email = address();
  return { id: await add({ email }), email };
};
const link = (id: string, body: object = {}) => ({ params: { id }, body: { ...body, sendPasswordResetEmail: true } });
const send = (id: string, body: object = {}) => admin.call(profiles.update, link(id, body));
const refusedSend = (id: string, body: object = {}) => admin.refused(profiles.update, link(id, body));
const mailsTo = async (email: string) => (await owner.query('select from mail where recipient = $1', [email])).rowCount;
const minutePasses = () => owner.query(`update reset_request set last_at = last_at - interval '61 seconds'`);
const hourPasses = () =>
  owner.query(
    `update reset_request set last_at = last_at - interval '61 minutes', since = since - interval '61 minutes'`,
  );
const tooMany = { status: 429, code: 'tooManyLinksToAddress', constraint: 'sendPasswordResetEmail' };

beforeEach(() => owner.query('delete from reset_request'));

test('an address gets at most one link a minute and five an hour; a refused call stores nothing', async () => {
  const { id, email } = await person();
  await send(id);
  const before = await stateOf(portal.database);
  expect(await refusedSend(id, { name: 'Not saved' })).toMatchObject({ ...tooMany, params: { limit: 5 } });
  expect(await stateOf(portal.database)).toEqual(before);
  for (let n = 2; n <= 5; n++) {
    await minutePasses();
    await send(id);
  }
  await minutePasses();
  expect(await refusedSend(id)).toMatchObject(tooMany);
  expect(await mailsTo(email)).toBe(5);
  await hourPasses();
  await send(id);
  expect(await mailsTo(email)).toBe(6);
});

test('only one of ten concurrent calls sends a link', async () => {
  const { id, email } = await person();
  const answers = await Promise.all(Array.from({ length: 10 }, () => admin.request(profiles.update, link(id))));
  const ofStatus = (status: number) => answers.filter((answer) => answer.status === status);
  expect([ofStatus(200), ofStatus(429)].map(({ length }) => length)).toEqual([1, 9]);
  expect(await mailsTo(email)).toBe(1);
});

test('a corrected address gets its link at once; the former one gets no more through another profile', async () => {
  const { id, email } = await person();
  await send(id);
  const corrected = address();
  await send(id, { email: corrected });
  expect(await mailsTo(corrected)).toBe(1);
  const body = { name: 'Second', username: 'limited.second', email: email.toUpperCase(), sendPasswordResetEmail: true };
  expect(await admin.refused(profiles.create, { body })).toMatchObject(tooMany);
  expect(await mailsTo(email)).toBe(1);
});

test('public requests for a link do not use up the links sent by staff', async () => {
  const email = address();
  const id = await add({ email, username: email });
  await anonymous.call(passwords.sendReset, { body: { username: email } });
  await send(id);
  expect(await mailsTo(email)).toBe(1);
});

test('several links are sent to all or none, and the preview names a profile that just got one', async () => {
  const [one, two] = [await person(), await person()];
  await send(two.id);
  const ids = [one.id, two.id];
  expect(await preview(ids, { kind: 'sendReset' })).toMatchObject({
    mails: 1,
    refused: [{ id: two.id, code: 'tooManyLinksToAddress' }],
  });
  expect(await refused(ids, { kind: 'sendReset' })).toMatchObject({ ...tooMany, constraint: two.id });
  expect(await mailsTo(one.email)).toBe(0);
  await minutePasses();
  expect(await preview(ids, { kind: 'sendReset' })).toMatchObject({ mails: 2, refusals: 0 });
  expect(await apply(ids, { kind: 'sendReset' })).toMatchObject({ changed: 2 });
  expect([await mailsTo(one.email), await mailsTo(two.email)]).toEqual([1, 2]);
});

test('a link sent while a selection is being changed does not use up the links of the selection', async () => {
  const [one, other] = [await person(), await person()];
  const client = await owner.connect();
  try {
    await client.query('begin');
    await client.query('select from profile where id = $1 for update', [one.id]);
    const selection = apply([one.id], { kind: 'sendReset' });
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await owner.query(waiting)).rowCount).toBe(1);
    await send(other.id);
    await client.query('commit');
    expect(await selection).toMatchObject({ changed: 1 });
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect([await mailsTo(one.email), await mailsTo(other.email)]).toEqual([1, 1]);
});

test('a tenant sends at most 2,000 links an hour, in whichever way', async () => {
  await send((await person()).id);
  await owner.query(`update reset_request set n = 1998 where tenant_id = $1 and key = 'passwordLinks'`, [tenants.demo]);
  const [one, two] = [await person(), await person()];
  const before = await stateOf(portal.database);
  const refusal = await refused([one.id, two.id, (await person()).id], { kind: 'sendReset' });
  expect(refusal).toMatchObject({ status: 429, code: 'tooManyLinks', params: { limit: 2000 } });
  expect(refusal.constraint).toBeUndefined();
  expect((await stateOf(portal.database)).mail).toEqual(before.mail);
  expect(await apply([one.id, two.id], { kind: 'sendReset' })).toMatchObject({ changed: 2 });
  expect(await refusedSend((await person()).id)).toMatchObject({ status: 429, code: 'tooManyLinks' });
  const body = { name: 'Too many', username: 'limited.many', email: address(), sendPasswordResetEmail: true };
  expect(await admin.refused(profiles.create, { body })).toMatchObject({ code: 'tooManyLinks' });
  expect(await mailsTo(body.email)).toBe(0);
  const elsewhere = { ...body, username: 'limited.harbor' };
  await harborAdmin.call(profiles.create, { body: elsewhere });
  await hourPasses();
  await admin.call(profiles.create, { body });
  expect(await mailsTo(body.email)).toBe(2);
});
