import { invitationPage } from '@keyward/contract/invitation-page';
import { expect, test } from 'vitest';
import { newSecret, secretHash } from '#core/auth/secrets.ts';
import { codeAt, stepAt } from '#core/onepass/code.ts';
import { serials } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { cancel, invite, stepsOf, withCookiesOf } from './invitation-page.testing.ts';

const portal = await openPortal();
const { anonymous } = portal.as;
const { system } = portal.database;

/** Accepts the invitation; returns the browser that did so. */
async function accept(token: string) {
  const answer = await anonymous.request(invitationPage.accept, { body: { token } });
  expect(answer.status).toBe(200);
  return withCookiesOf(anonymous, answer);
}
const ask = (made: Awaited<ReturnType<typeof invite>>, who = anonymous, at = 0) =>
  who.call(invitationPage.code, { body: { invitation: made.id, key: made.keys[at]?.id ?? '' } });

test('the code of this minute is shown with the seconds left, and recorded at most once an hour a key', async () => {
  const made = await invite(portal, { devices: [serials.northPadlock, serials.southPadlock] });
  const browser = await accept(made.token);
  const before = new Date();
  const { data } = await ask(made, browser);
  const secret = made.keys[0]?.secret ?? '';
  expect([codeAt(secret, before), codeAt(secret, new Date())]).toContain(data.code);
  expect(data.seconds_left).toBeGreaterThan(0);
  expect(data.seconds_left).toBeLessThanOrEqual(60);
  await Promise.all([ask(made, browser), ask(made, browser), ask(made, browser)]);
  await ask(made, browser, 1);
  expect(await stepsOf(portal, made)).toEqual(['accepted', 'codeShown', 'codeShown']);
  await system.query(`update secure_key_invite set accepted_at = now() where id = $1`, [made.id]);
  const { rows } = await system.query<{ key_id: string }>(
    `select key_id from secure_key_invite_step where invite_id = $1 and step = 'codeShown' order by at`,
    [made.id],
  );
  expect(rows.map((row) => row.key_id)).toEqual(made.keys.map(({ id }) => id));
});

test('a shown code is recorded again after an hour, and after a use', async () => {
  const made = await invite(portal);
  const browser = await accept(made.token);
  const noted = async () => {
    await ask(made, browser);
    return (await stepsOf(portal, made)).filter((step) => step === 'codeShown').length;
  };
  const earlier = (time: string) =>
    system.query(`update secure_key_invite_step set at = at - $2::interval where invite_id = $1`, [made.id, time]);
  expect(await noted()).toBe(1);
  await earlier('59 minutes');
  expect(await noted()).toBe(1);
  await earlier('1 minute');
  expect(await noted()).toBe(2);
  await system.query(
    `insert into secure_key_invite_step (tenant_id, invite_id, key_id, step, detail)
     select tenant_id, invite_id, id, 'used', '1' from secure_key where invite_id = $1`,
    [made.id],
  );
  expect(await noted()).toBe(3);
});

test('a code is not shown when the invitation is cancelled, or the key ended or used up', async () => {
  const [cancelled, ended, usedUp] = await Promise.all([invite(portal), invite(portal), invite(portal)]);
  const browsers = await Promise.all([cancelled, ended, usedUp].map(({ token }) => accept(token)));
  await cancel(portal, cancelled);
  await system.query(`update secure_key set expires_at = now() where invite_id = $1`, [ended.id]);
  await system.query(`update secure_key set uses = max_uses where invite_id = $1`, [usedUp.id]);
  const shown = await Promise.all([cancelled, ended, usedUp].map((made, i) => ask(made, browsers[i])));
  expect(shown.map(({ data }) => [data.code, data.state])).toEqual([
    [null, 'deactivated'],
    [null, 'expired'],
    [null, 'usedUp'],
  ]);
});

test('a code is not shown again after it opened the device', async () => {
  const made = await invite(portal);
  const browser = await accept(made.token);
  await system.query(`update secure_key set last_step = $2 where invite_id = $1`, [made.id, stepAt(new Date()) + 1]);
  expect((await ask(made, browser)).data).toMatchObject({ code: null, state: 'active' });
});

test('a code is not shown by a call that waits for the cancellation', async () => {
  const made = await invite(portal);
  const browser = await accept(made.token);
  const client = await system.connect();
  try {
    await client.query('begin');
    await client.query(`update secure_key_invite set status = 'CANCELLED', cancelled_at = now() where id = $1`, [
      made.id,
    ]);
    let answered = false;
    const waiting = ask(made, browser).finally(() => (answered = true));
    await expect
      .poll(async () => {
        const { rows } = await system.query<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows[0]?.n;
      })
      .toBe(1);
    expect(answered).toBe(false);
    await client.query('commit');
    expect((await waiting).data).toMatchObject({ code: null, state: 'deactivated' });
  } finally {
    client.release();
  }
});

test('a code is refused for a key of another invitation, and after a new link ended the bond', async () => {
  const [made, other] = await Promise.all([invite(portal), invite(portal)]);
  const browser = await accept(made.token);
  const body = { invitation: made.id, key: other.keys[0]?.id ?? '' };
  expect((await browser.refused(invitationPage.code, { body })).code).toBe('linkNotValid');
  await system.query('update secure_key_invite set token_hash = $2, browser_hash = null where id = $1', [
    made.id,
    secretHash(newSecret()),
  ]);
  const own = { invitation: made.id, key: made.keys[0]?.id ?? '' };
  expect((await browser.refused(invitationPage.code, { body: own })).code).toBe('linkNotValid');
});
