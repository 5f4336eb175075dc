import { activity } from '@keyward/contract/activity';
import { browserCode, invitationPage } from '@keyward/contract/invitation-page';
import { beforeEach, expect, test } from 'vitest';
import { newSecret, secretHash } from '#core/auth/secrets.ts';
import { serials } from '#testing/people.ts';
import { openOutbox } from '#testing/outbox.ts';
import { openPortal } from '#testing/portal.ts';
import { cancel, invite, type Invited, type MadeInvite, stepsOf, withCookiesOf } from './invitation-page.testing.ts';

const portal = await openPortal();
const outbox = openOutbox(portal);
const { admin, manager, anonymous } = portal.as;
const { system } = portal.database;
beforeEach(async () => {
  await system.query('delete from reset_request');
  await outbox.work();
  outbox.messages.length = 0;
});

const ask = ({ token }: Pick<MadeInvite, 'token'>) => anonymous.request(invitationPage.askForCode, { body: { token } });
const move = ({ token }: MadeInvite, code: string) =>
  anonymous.request(invitationPage.moveHere, { body: { token, code } });
const codeOf = (mail: { text: string } | undefined) => /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? '';
async function mailedCode(made: MadeInvite): Promise<string> {
  expect((await ask(made)).status).toBe(204);
  await outbox.work();
  const code = codeOf(outbox.messages.at(-1));
  expect(code).not.toBe('');
  return code;
}
/** An invitation and the browser that accepted it. */
async function accepted(options: Invited = {}) {
  const made = await invite(portal, options);
  const answer = await anonymous.request(invitationPage.accept, { body: { token: made.token } });
  return { made, former: withCookiesOf(anonymous, answer) };
}
const other = (code: string) => (code === '000000' ? '000001' : '000000');
const bondOf = async (made: MadeInvite, who = anonymous) =>
  (await who.call(invitationPage.open, { body: { token: made.token } })).data.bond;

test('a mailed code moves the invitation, and the former browser loses it', async () => {
  const { made, former } = await accepted({ locale: 'ja-JP' });
  const code = await mailedCode(made);
  const [mail] = outbox.messages;
  expect(mail).toMatchObject({ to: made.email, subject: expect.stringContaining('確認コード') });
  expect(mail?.subject).not.toContain(code);
  const answer = await move(made, code);
  expect(answer.body).toMatchObject({ data: { bond: 'here' } });
  const now = withCookiesOf(anonymous, answer);
  const body = { invitation: made.id, key: made.keys[0]?.id ?? '' };
  expect((await now.call(invitationPage.code, { body })).data.code).toMatch(/^\d{8}$/);
  expect((await former.refused(invitationPage.code, { body })).code).toBe('linkNotValid');
  expect(await bondOf(made, former)).toBe('elsewhere');
  expect(await stepsOf(portal, made)).toEqual(['accepted', 'movedBrowser', 'codeShown', 'opened']);
  const { data } = await admin.call(activity.list, { query: { event: 'ACCEPT_INVITATION' } });
  expect(data.filter(({ entity_id: id }) => id === made.id)).toHaveLength(2);
  expect((await move(made, code)).status).toBe(400);
});

test('moving an invitation with keys at several locations is an event visible at none of them alone', async () => {
  for (const [devices, seen] of [
    [[serials.northPadlock, serials.southPadlock], 0],
    [[serials.northPadlock], 2],
  ] as const) {
    const { made } = await accepted({ devices });
    expect((await move(made, await mailedCode(made))).status).toBe(200);
    const eventsFor = async (as = admin) => (await as.call(activity.list, { query: { search: made.email } })).data;
    expect(await eventsFor()).toHaveLength(2);
    expect(await eventsFor(manager)).toHaveLength(seen);
  }
});

test('a code allows five tries, expires after ten minutes, and is replaced by the next one', async () => {
  const { made } = await accepted();
  const first = await mailedCode(made);
  const wrong = [];
  for (let i = 0; i < browserCode.tries; i++) wrong.push(await move(made, other(first)));
  wrong.push(await move(made, first));
  const passes = () => system.query(`update reset_request set last_at = last_at - interval '61 seconds'`);
  await passes();
  const second = await mailedCode(made);
  await passes();
  const third = await mailedCode(made);
  if (second !== third) wrong.push(await move(made, second));
  await system.query(`update secure_key_invite_code set expires_at = now()`);
  wrong.push(await move(made, third));
  await system.query('delete from secure_key_invite_code');
  for (const text of [third, '', 'x'.repeat(60), '１２３４５６']) wrong.push(await move(made, text));
  const answers = new Set(wrong.map(({ status, text }) => `${status} ${text}`));
  expect([...answers]).toEqual([expect.stringMatching(/^400 .*browserCodeNotValid.*"constraint":"code"/)]);
  expect(await bondOf(made)).toBe('elsewhere');
  expect(await stepsOf(portal, made)).toEqual(['accepted', 'opened']);
});

test('only five of many concurrent guesses are judged', async () => {
  const { made } = await accepted();
  const code = await mailedCode(made);
  await Promise.all(Array.from({ length: 30 }, () => move(made, other(code))));
  const { rows } = await system.query('select tries from secure_key_invite_code where invite_id = $1', [made.id]);
  expect(rows).toEqual([{ tries: browserCode.tries }]);
  expect((await move(made, code)).status).toBe(400);
});

test('a request for a code always gets the same response, but only an accepted, usable invitation is mailed a code', async () => {
  const fresh = await invite(portal);
  const [used, over] = [(await accepted({ maxUses: 1 })).made, (await accepted()).made];
  await system.query('update secure_key set uses = max_uses where invite_id = $1', [used.id]);
  await cancel(portal, over);
  const { made } = await accepted();
  const answers = [];
  for (const token of [fresh.token, used.token, over.token, newSecret(), 'none', made.token, made.token])
    answers.push(await ask({ token }));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['204 ']));
  await outbox.work();
  expect(outbox.messages.map(({ to }) => to)).toEqual([made.email]);
});

test('codes are limited to one a minute and five an hour an invitation, and 20 an hour an address', async () => {
  const { made } = await accepted();
  const queued = async () =>
    (await system.query<{ n: number }>(`select count(*)::int as n from mail where recipient = $1`, [made.email]))
      .rows[0]?.n;
  await Promise.all(Array.from({ length: 10 }, () => ask(made)));
  expect(await queued()).toBe(1);
  for (let i = 0; i < 8; i++) {
    await system.query(`update reset_request set last_at = last_at - interval '61 seconds'`);
    await ask(made);
  }
  expect(await queued()).toBe(5);
  await system.query('delete from reset_request');
  for (let i = 0; i < 20; i++) await ask({ token: newSecret() });
  await ask(made);
  expect(await queued()).toBe(5);
});

test('a code for the former link, or after the invitation’s end, moves nothing', async () => {
  const [{ made: replaced }, { made: over }] = [await accepted(), await accepted()];
  const code = await mailedCode(replaced);
  const token = newSecret();
  await system.query('update secure_key_invite set token_hash = $2 where id = $1', [replaced.id, secretHash(token)]);
  expect((await move({ ...replaced, token }, code)).body).toMatchObject({ errors: [{ code: 'browserCodeNotValid' }] });
  const late = await mailedCode(over);
  await cancel(portal, over);
  expect((await move(over, late)).body).toMatchObject({ errors: [{ code: 'invitationOver' }] });
});

test('neither the code nor its plain hash is stored', async () => {
  const { made } = await accepted();
  const { rows: before } = await system.query('select 1 from mail where recipient = $1', [made.email]);
  expect(before).toEqual([]);
  await ask(made);
  const { rows: mails } = await system.query<{ params: unknown }>('select params from mail where recipient = $1', [
    made.email,
  ]);
  const { rows: stored } = await system.query<{ hash: string }>(
    `select encode(code_hash, 'hex') as hash from secure_key_invite_code where invite_id = $1`,
    [made.id],
  );
  await outbox.work();
  const code = codeOf(outbox.messages.at(-1));
  expect(code).toMatch(/^\d{6}$/);
  expect(JSON.stringify(mails)).not.toContain(code);
  expect(stored[0]?.hash).not.toBe(secretHash(code).toString('hex'));
});
