import { activity, type Event } from '@keyward/contract/activity';
import { auth } from '@keyward/contract/auth';
import { devices } from '@keyward/contract/devices';
import { expect, test } from 'vitest';
import { demoPassword } from '#core/auth/demo.ts';
import { tenants } from '#testing/people.ts';
import { Caller, openPortal } from '#testing/portal.ts';
import { cookieOf, openProxied } from '#testing/sign-in.ts';

const portal = await openPortal();
const { admin } = portal.as;
const owner = portal.database.system;
const { callerOf, signIn } = await openProxied(portal);
async function signedIn(username = 'clerk'): Promise<Caller> {
  const answer = await signIn(username, demoPassword);
  expect(answer.status).toBe(200);
  return callerOf(answer);
}
const isIn = async (who: Caller) => (await who.call(auth.sessionCheck)).isAuthenticated;
async function lastEvent(): Promise<Event | undefined> {
  return (await admin.call(activity.list, {})).data[0];
}
const change = (text: string, values: unknown[] = []) => owner.query(text, values);
const ofClerk = `tenant_id = '${tenants.demo}' and profile_id = (select id from profile where tenant_id = '${tenants.demo}' and username = 'clerk')`;

test('sign-out ends the session, records a LOGOUT and clears the cookie', async () => {
  const who = await signedIn();
  const answer = await who.request(auth.logout);
  expect(answer).toMatchObject({ status: 204, text: '' });
  expect(cookieOf(answer)).toMatch(/^keyward=;.*Expires=Thu, 01 Jan 1970/);
  expect(await lastEvent()).toMatchObject({ event: 'LOGOUT', description: { agentName: 'Carl Clerk' } });
  expect(await isIn(who)).toBe(false);
  expect(await who.refused(auth.logout)).toMatchObject({ status: 401, code: 'sessionExpired' });
});

test('records only one of two concurrent sign-outs', async () => {
  const who = await signedIn();
  const before = (await admin.call(activity.list, { query: { event: 'LOGOUT' } })).total_results;
  await Promise.all([who.request(auth.logout), who.request(auth.logout)]);
  expect((await admin.call(activity.list, { query: { event: 'LOGOUT' } })).total_results).toBe(before + 1);
});

test('expires after 12 hours, and after the idle time plus a minute, by the database’s clock', async () => {
  for (const [set, alive] of [
    [`expires_at = now() + interval '1 s'`, true],
    [`expires_at = now()`, false],
    [`last_active_at = now() - interval '15 min 50 s'`, true],
    [`last_active_at = now() - interval '16 min 1 s'`, false],
  ] as const) {
    const who = await signedIn();
    await change(`update session set ${set} where ${ofClerk}`);
    expect(await isIn(who), set).toBe(alive);
    expect((await who.request(auth.me)).status, set).toBe(alive ? 200 : 401);
  }
  const { rows } = await owner.query<{ hours: number }>(
    `select extract(epoch from expires_at - created_at)::float8 / 3600 as hours from session order by created_at desc limit 1`,
  );
  expect(rows[0]?.hours).toBe(12);
});

test('without automatic sign-out only the 12 hours apply', async () => {
  const set = (minutes: number) =>
    change(`update tenant set config = config || jsonb_build_object('autoLogoutTimeoutMins', $2::int) where id = $1`, [
      tenants.demo,
      minutes,
    ]);
  const who = await signedIn();
  await change(`update session set last_active_at = now() - interval '11 h' where ${ofClerk}`);
  await set(0);
  expect(await isIn(who)).toBe(true);
  await set(60);
  expect(await isIn(who)).toBe(false);
  await set(15);
});

test('is extended by user actions, not by the portal’s background calls', async () => {
  const who = await signedIn();
  const idle = async () => {
    await change(`update session set last_active_at = now() - interval '10 min' where ${ofClerk}`);
  };
  const age = async () =>
    (
      await owner.query<{ s: number }>(
        `select extract(epoch from now() - last_active_at)::int as s from session where ${ofClerk} order by created_at desc limit 1`,
      )
    ).rows[0]?.s;
  await idle();
  await who.call(auth.sessionCheck);
  await who.raw('GET', '/api/v1/devices', undefined, { 'keyward-background': '1' });
  expect(await age()).toBeGreaterThanOrEqual(600);
  await who.call(devices.list, {});
  expect(await age()).toBeLessThan(10);
});

test('session-check is open to everyone', async () => {
  for (const cookie of ['', 'keyward=', 'keyward=x', `keyward=${'0'.repeat(64)}`, `keyward=${"'".repeat(64)}`, '%%%']) {
    const answer = await new Caller(portal.app, 'localhost', { cookie }).request(auth.sessionCheck);
    expect(answer, cookie).toMatchObject({ status: 200, body: { isAuthenticated: false } });
  }
  expect(await isIn(admin)).toBe(true);
});

test('ends with the next request of a disabled profile, and resumes when it is enabled', async () => {
  const who = await signedIn('editor');
  const set = (disabled: boolean) =>
    change(`update profile set disabled = $2 where tenant_id = $1 and username = 'editor'`, [tenants.demo, disabled]);
  await set(true);
  expect(await who.refused(auth.me)).toMatchObject({ status: 401, code: 'sessionExpired' });
  expect(await isIn(who)).toBe(false);
  await set(false);
  expect(await isIn(who)).toBe(true);
});

test('uses current rights: a removed or lowered role takes effect at once', async () => {
  const who = await signedIn('clerk');
  const role = `tenant_id = '${tenants.demo}' and role_id = (select id from role where tenant_id = '${tenants.demo}' and name = 'Store clerk')`;
  expect((await who.request(devices.list, {})).status).toBe(200);
  await change(`update role_permission set permission = 'DEVICES-GONE' where permission = 'DEVICES' and ${role}`);
  expect((await who.request(devices.list, {})).status).toBe(403);
  await change(`update role_permission set permission = 'DEVICES' where permission = 'DEVICES-GONE' and ${role}`);
  expect((await who.call(devices.list, {})).total_results).toBe(4);
  await change(`delete from profile_tag where ${ofClerk}`);
  expect((await who.call(devices.list, {})).total_results).toBe(0);
  await change(`delete from profile_role where ${ofClerk}`);
  expect((await who.request(devices.list, {})).status).toBe(403);
  expect((await who.call(auth.me)).data.roles).toEqual([]);
});

test('an invalid level of a permission grants nothing', async () => {
  const role = `(select id from role where tenant_id = '${tenants.demo}' and name = 'Web portal user')`;
  await change(
    `insert into profile_role select '${tenants.demo}', id, ${role} from profile where tenant_id = $1 and username = 'clerk'`,
    [tenants.demo],
  );
  await change(
    `insert into role_permission values ($1, ${role}, 'DEVICES', 'TRUE'), ($1, ${role}, 'ALL-DATA-ACCESS', 'EDIT')`,
    [tenants.demo],
  );
  const clerk = await signedIn('clerk');
  expect((await clerk.request(devices.list, {})).status).toBe(403);
});
