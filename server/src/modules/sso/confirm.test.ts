import { signIn } from '@keyward/contract/auth';
import { confirm } from '@keyward/contract/confirm';
import { confirmState } from '@keyward/contract/confirm-acts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoPassword as password } from '#core/auth/demo.ts';
import { clock } from '#core/clock.ts';
import { openGuarded } from '#testing/guarded.ts';
import { tenants } from '#testing/people.ts';
import { type Caller, openPortal, portalBase } from '#testing/portal.ts';
import { openSso, visitProvider } from '#testing/sso.ts';

const portal = await openPortal();
const guarded = openGuarded(portal);
const sso = await openSso(portal);
const { clerk, manager, harborAdmin } = portal.as;
const { system } = portal.database;
const act = 'exportPins';
const realNow = clock.now;

beforeEach(async () => {
  await sso.configure();
  await system.query('delete from federated_identity');
  await guarded.forget();
});
afterEach(() => {
  clock.now = realNow;
  sso.alter();
});

/** Starts a confirmation, signs in at the provider, and returns the answer without sending it. */
async function visit(who: Caller, subject: string) {
  const begun = await who.request(confirm.startProvider, { body: { act } });
  const { url } = (begun.body as { data: { url: string } }).data;
  const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
  const back = await visitProvider(url, subject, `${portalBase}/sso`);
  return { params: new URL(url).searchParams, browser: who.withCookie(cookie), cookie, back };
}
const refusal = (reference: string) => ({ status: 400, code: 'providerNotConfirmed', params: { reference } });

test('is the only way for a person who signs in there: neither a password nor a passkey confirms', async () => {
  expect((await clerk.call(confirm.ways)).data.ways).toEqual(['provider']);
  expect(await clerk.refused(confirm.password, { body: { act, password } })).toMatchObject({ code: 'noPasswordHere' });
  expect(await clerk.refused(confirm.passkeyOptions, { body: { act } })).toMatchObject({ code: 'noPasskey' });
  await sso.configure({ password: ['clerk'] });
  expect((await clerk.call(confirm.ways)).data.ways).toEqual(['password']);
  expect((await clerk.request(confirm.startProvider, { body: { act } })).status).toBe(404);
  expect((await harborAdmin.request(confirm.startProvider, { body: { act } })).status).toBe(404);
});

test('confirms the act of its start after a fresh sign-in', async () => {
  const { params, browser, back } = await visit(clerk, 'subject-of-clerk');
  expect(params.get('max_age')).toBe('0');
  expect(params.get('login_hint')).toBe('clerk');
  expect(params.get('state')?.startsWith(confirmState)).toBe(true);
  expect(await guarded.act(clerk)).toBe('confirmAgain');
  expect(await browser.call(confirm.provider, { body: back })).toEqual({ data: { act } });
  expect(await guarded.act(clerk)).toBe('done');
  expect(await guarded.act(manager)).toBe('confirmAgain');
  // an answer of the provider counts once
  await guarded.forget();
  expect(await browser.refused(confirm.provider, { body: back })).toMatchObject(refusal('SSO-AUTH-004'));
  expect(await guarded.act(clerk)).toBe('confirmAgain');
});

test('exactly one of ten concurrent uses of one answer counts', async () => {
  const { browser, back } = await visit(clerk, 'subject-of-clerk');
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => browser.request(confirm.provider, { body: back })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
});

test('refuses a sign-in from before the start, and one whose time the provider does not state', async () => {
  for (const [change, outcome] of [
    [{ auth_time: -1 }, 'ok'],
    [{ auth_time: -3600 }, 'old'],
    [{ auth_time: -30 }, 'old'],
    [{ auth_time: 3600 }, 'old'],
    [{ auth_time: undefined }, 'old'],
    [{ auth_time: null }, 'old'],
  ] as const) {
    const { browser, back } = await visit(clerk, 'subject-of-clerk');
    sso.alter((claims) => ({
      ...claims,
      auth_time: typeof change.auth_time === 'number' ? Number(claims['iat']) + change.auth_time : change.auth_time,
    }));
    const answer = await browser.request(confirm.provider, { body: back });
    expect([change, answer.status]).toEqual([change, outcome === 'ok' ? 200 : 400]);
    if (outcome === 'old') expect(answer.text).toContain('SSO-TOKEN-001');
    sso.alter();
  }
});

test('does not depend on the provider’s clock', async () => {
  const { browser, back } = await visit(clerk, 'subject-of-clerk');
  const ahead = 120;
  sso.alter((claims) => ({
    ...claims,
    iat: Number(claims['iat']) + ahead,
    auth_time: Number(claims['auth_time']) + ahead,
  }));
  expect((await browser.request(confirm.provider, { body: back })).status).toBe(200);
});

test('does not depend on which of two servers it returns to, even if their clocks differ by seconds', async () => {
  const { browser, back } = await visit(clerk, 'subject-of-clerk');
  clock.now = () => new Date(realNow().getTime() - 20_000);
  expect((await browser.request(confirm.provider, { body: back })).status).toBe(200);
});

test('refuses the sign-in of another person, and leaves that person unbound', async () => {
  const { browser, back } = await visit(clerk, 'subject-of-manager');
  expect(await browser.refused(confirm.provider, { body: back })).toMatchObject(refusal('SSO-IDENTITY-003'));
  const unknown = await visit(clerk, 'no-name');
  expect(await unknown.browser.refused(confirm.provider, { body: unknown.back })).toMatchObject(
    refusal('SSO-IDENTITY-001'),
  );
  expect((await system.query('select from federated_identity')).rowCount).toBe(0);
  expect(await guarded.act(clerk)).toBe('confirmAgain');
});

test('refuses the answer in another session, with another state, without the start, and after ten minutes', async () => {
  const { cookie, browser, back } = await visit(clerk, 'subject-of-clerk');
  const { rows } = await system.query<{ id: string }>(
    `select id from profile where tenant_id = $1 and username = 'clerk'`,
    [tenants.demo],
  );
  const other = (await portal.signIn(rows[0]?.id ?? '')).withCookie(cookie);
  expect(await other.refused(confirm.provider, { body: back })).toMatchObject(refusal('SSO-AUTH-002'));
  const body = { ...back, state: `${confirmState}another` };
  expect(await browser.refused(confirm.provider, { body })).toMatchObject(refusal('SSO-AUTH-002'));
  expect(await clerk.refused(confirm.provider, { body: back })).toMatchObject(refusal('SSO-AUTH-001'));
  expect(await browser.refused(confirm.provider, { body: { ...back, code: undefined, error: 'x' } })).toMatchObject(
    refusal('SSO-AUTH-003'),
  );
  const late = await visit(clerk, 'subject-of-clerk');
  clock.now = () => new Date(Date.now() + 10 * 60_000 + 1000);
  expect(await late.browser.refused(confirm.provider, { body: late.back })).toMatchObject(refusal('SSO-AUTH-001'));
  expect(await guarded.act(clerk)).toBe('confirmAgain');
});

test('the answer to a confirmation signs no one in, and that of a sign-in confirms nothing', async () => {
  const { cookie, back } = await visit(clerk, 'subject-of-clerk');
  for (const sent of [cookie, cookie.replace('keyward-confirm=', 'keyward-sso=')])
    expect((await sso.finish(sent, back)).status).toBe(401);
  const begun = await sso.begin('clerk');
  const answer = await sso.visit(begun.url, 'subject-of-clerk');
  for (const sent of [begun.cookie, begun.cookie.replace('keyward-sso=', 'keyward-confirm=')])
    expect(await clerk.withCookie(sent).refused(confirm.provider, { body: answer })).toMatchObject(
      refusal('SSO-AUTH-001'),
    );
  expect((await portal.as.anonymous.request(signIn.sso, { body: back })).status).toBe(401);
});

test('ends with 424 when the provider is not reachable, and the session goes on', async () => {
  await sso.configure({ issuer: 'http://localhost:9' });
  expect(await clerk.refused(confirm.startProvider, { body: { act } })).toMatchObject({ status: 424 });
  expect((await clerk.call(confirm.ways)).data.ways).toEqual(['provider']);
});
