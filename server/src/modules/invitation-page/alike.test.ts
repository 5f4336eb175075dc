// Calls that prove nothing get the same answer after the same statements, so that neither the answer nor its time reveals which
// invitations exist.
import { randomUUID } from 'node:crypto';
import { browserCode, invitationPage } from '@keyward/contract/invitation-page';
import { beforeEach, expect, test } from 'vitest';
import { newSecret, secretHash } from '#core/auth/secrets.ts';
import { exchangesOf } from '#testing/exchanges.ts';
import { type Answer, type Caller, openPortal } from '#testing/portal.ts';
import { cancel, invite, withCookiesOf } from './invitation-page.testing.ts';

const portal = await openPortal();
const { anonymous } = portal.as;
const { system } = portal.database;
beforeEach(() => system.query('delete from reset_request'));

const statements = {
  begin: /^begin/i,
  code: /"secure_key_invite_code"/,
  step: /"secure_key_invite_step"/,
  invitation: /"secure_key_invite"/,
  keys: /"secure_key"/,
  limit: /"reset_request"/,
  mail: /"mail"/,
  commit: /^commit/i,
  rollback: /^rollback/i,
};
/** The answer of a call and the statements that it sent to the database, as one text. */
async function tracesOf(call: () => Promise<Answer>): Promise<string> {
  let answer: Answer | undefined;
  const sent = await exchangesOf(portal, statements, async () => {
    answer = await call();
  });
  const { 'x-request-id': _id, date: _date, ...headers } = answer?.headers ?? {};
  return JSON.stringify([answer?.status, answer?.text, headers, sent]);
}
async function tracesOfAll(calls: (() => Promise<Answer>)[]): Promise<string[]> {
  const traces = new Set<string>();
  for (const call of calls) traces.add(await tracesOf(call));
  return [...traces];
}

async function accepted() {
  const made = await invite(portal);
  const answer = await anonymous.request(invitationPage.accept, { body: { token: made.token } });
  return { made, browser: withCookiesOf(anonymous, answer) };
}
const replaceLink = ({ id }: { id: string }) =>
  system.query('update secure_key_invite set token_hash = $2 where id = $1', [id, secretHash(newSecret())]);

const { open, logo, accept, askForCode, moveHere, code } = invitationPage;

test.each(Object.entries({ open, logo, accept, askForCode, moveHere }))(
  '%s: an unknown link and a replaced link of an invitation in any state are indistinguishable',
  async (_, { path }) => {
    const [fresh, ended, over, { made }] = [
      await invite(portal),
      await invite(portal, { minutes: -5 }),
      await invite(portal),
      await accepted(),
    ];
    await cancel(portal, over);
    for (const one of [fresh, ended, over, made]) await replaceLink(one);
    const foreign = await invite(portal, { tenant: 'harbor' });
    const tokens = [newSecret(), 'none', ...[fresh, ended, over, made, foreign].map(({ token }) => token)];
    const traces = await tracesOfAll(
      tokens.map((token) => () => anonymous.raw('POST', path, { token, code: '123456' })),
    );
    expect(traces).toHaveLength(1);
    expect(traces[0]).toContain('invitation sent');
  },
);

test.each(Object.entries({ open, logo, code }))(
  '%s: without its cookie, an invitation in any state is indistinguishable from an unknown one',
  async (_, { path }) => {
    const [{ made }, ended, over, other] = [await accepted(), await accepted(), await accepted(), await accepted()];
    const fresh = await invite(portal);
    await system.query(`update secure_key set expires_at = now() - interval '1 hour' where invite_id = $1`, [
      ended.made.id,
    ]);
    await cancel(portal, over.made);
    const key = made.keys[0]?.id ?? '';
    const ask =
      (invitation: string, as: Caller = anonymous) =>
      () =>
        as.raw('POST', path, { invitation, key });
    const cookie = `invitation-${made.id.replaceAll('-', '')}=${newSecret()}`;
    const traces = await tracesOfAll([
      ask(randomUUID()),
      ask(fresh.id),
      ...[made, ended.made, over.made].map(({ id }) => ask(id)),
      ask(made.id, other.browser),
      ask(made.id, anonymous.withCookie(cookie)),
    ]);
    expect(traces).toHaveLength(1);
    expect(traces[0]).toMatch(/linkNotValid.*invitation sent/);
  },
);

test('a wrong, an expired, an exhausted and a missing code are indistinguishable', async () => {
  const { made } = await accepted();
  const move = () => anonymous.request(moveHere, { body: { token: made.token, code: 'none' } });
  const none = await tracesOf(move);
  await anonymous.call(askForCode, { body: { token: made.token } });
  const traces = new Set([none, await tracesOf(move)]);
  for (const text of [
    `update secure_key_invite_code set tries = ${browserCode.tries} where invite_id = $1`,
    `update secure_key_invite_code set tries = 0, expires_at = now() where invite_id = $1`,
  ]) {
    await system.query(text, [made.id]);
    traces.add(await tracesOf(move));
  }
  expect([...traces]).toHaveLength(1);
  expect(none).toMatch(/browserCodeNotValid.*code sent/);
});
