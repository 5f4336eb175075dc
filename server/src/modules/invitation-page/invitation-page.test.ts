import { activity } from '@keyward/contract/activity';
import { invitationPage } from '@keyward/contract/invitation-page';
import { organizations } from '@keyward/contract/organization';
import { beforeEach, describe, expect, test } from 'vitest';
import { newSecret, secretHash } from '#core/auth/secrets.ts';
import { serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { settle } from '#testing/controllers.ts';
import { stateOf } from '#testing/state.ts';
import { cancel, invite, stepsOf, withCookiesOf } from './invitation-page.testing.ts';

const portal = await openPortal();
const { admin, manager, anonymous } = portal.as;
const harbor = portal.as.harborAdmin.with({ cookie: '' });
const { system } = portal.database;
beforeEach(() => system.query('delete from reset_request'));

const open = async (token: string, as = anonymous) => (await as.call(invitationPage.open, { body: { token } })).data;
/** Accepts the invitation; returns the browser that did so. */
async function accept(token: string) {
  const answer = await anonymous.request(invitationPage.accept, { body: { token } });
  expect(answer.status).toBe(200);
  return withCookiesOf(anonymous, answer);
}
const acceptances = async (email: string, as = admin) =>
  (await as.call(activity.list, { query: { event: 'ACCEPT_INVITATION' } })).data.filter(
    ({ description }) => description.entityEmail === email,
  );

describe('opening the link', () => {
  test('shows who invites, what opens where, until when, how often, and the instructions', async () => {
    const made = await invite(portal, {
      devices: [serials.northPadlock, serials.nowhere],
      notes: 'Ring twice.\nAsk for Mona.',
      locale: 'ja-JP',
      uses: 1,
    });
    expect(await open(made.token)).toEqual({
      id: made.id,
      locale: 'ja-JP',
      organization: { name: 'Northgate Retail', has_logo: false },
      sender: 'Ada Admin',
      bond: 'none',
      state: 'active',
      notes: 'Ring twice.\nAsk for Mona.',
      keys: [
        { device_name: 'North padlock', location: 'North', lock_ready: false },
        { device_name: 'Spare pod', location: null, lock_ready: null },
      ].map((key, i) => ({
        ...key,
        id: made.keys[i]?.id,
        time_zone: 'UTC',
        expiration_timestamp: expect.stringMatching(/Z$/),
        count: 3,
        uses: 1,
        state: 'active',
      })),
    });
  });

  test('says that the lock’s controller has confirmed the key, until the controller may no longer use it', async () => {
    const made = await invite(portal);
    const isReady = async () => (await open(made.token)).keys[0]?.lock_ready;
    expect(await isReady()).toBe(false);
    await settle(portal);
    expect(await isReady()).toBe(false);
    const confirm = (usableFor: string) =>
      system.query(
        `update controller_state set confirmed_version = version, usable_until = now() + $2::interval where tenant_id = $1`,
        [tenants.demo, usableFor],
      );
    await confirm('1 hour');
    expect(await isReady()).toBe(true);
    // the controller has fetched nothing since
    await confirm('-1 second');
    expect(await isReady()).toBe(false);
    await confirm('1 hour');
    expect(await isReady()).toBe(true);
    // a later change of the key is not confirmed yet
    await system.query(
      `update secure_key set expires_at = expires_at + interval '1 minute' where tenant_id = $1 and id = $2`,
      [tenants.demo, made.keys[0]?.id],
    );
    await settle(portal);
    expect(await isReady()).toBe(false);
  });

  test('names the zone of the location', async () => {
    const { rows } = await system.query<{ id: string }>(
      `select id from tag_value where tenant_id = $1 and name = 'South'`,
      [tenants.demo],
    );
    await system.query(
      `insert into location_hours (tenant_id, value_id, time_zone, version) values ($1, $2, 'Asia/Tokyo', 1)`,
      [tenants.demo, rows[0]?.id],
    );
    const made = await invite(portal, { devices: [serials.southPadlock] });
    expect((await open(made.token)).keys[0]?.time_zone).toBe('Asia/Tokyo');
  });

  test('records once that it was opened, without address, agent or cookie', async () => {
    const made = await invite(portal);
    const events = (await admin.call(activity.list, {})).data.length;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => anonymous.request(invitationPage.open, { body: { token: made.token } })),
    );
    expect(answers.map(({ status, headers }) => [status, headers['set-cookie']])).toEqual(
      answers.map(() => [200, undefined]),
    );
    expect(await stepsOf(portal, made)).toEqual(['opened']);
    const { rows } = await system.query('select * from secure_key_invite_step where invite_id = $1', [made.id]);
    expect(rows).toEqual([expect.objectContaining({ by_name: null, detail: null, key_id: null })]);
    const { rows: stored } = await system.query('select delivery, browser_hash from secure_key_invite where id = $1', [
      made.id,
    ]);
    expect(stored).toEqual([{ delivery: 'opened', browser_hash: null }]);
    expect((await admin.call(activity.list, {})).data).toHaveLength(events);
    const before = await stateOf(portal.database);
    await open(made.token);
    expect(await stateOf(portal.database)).toEqual(before);
  });

  test('a scanner’s GET or HEAD of any address of the link changes nothing', async () => {
    const made = await invite(portal);
    const before = await stateOf(portal.database);
    for (const method of ['GET', 'HEAD']) {
      for (const url of [
        `/apps/onepass/invitation?token=${made.token}`,
        ...Object.values(invitationPage).map(({ path }) => `${path}?token=${made.token}`),
      ]) {
        const answer = await anonymous.raw(method, url);
        expect(answer.status === 200 && url.startsWith('/api/'), `${method} ${url}`).toBe(false);
        expect(answer.headers['set-cookie']).toBeUndefined();
        expect(answer.headers['referrer-policy']).toBe('no-referrer');
      }
    }
    expect(await stateOf(portal.database)).toEqual(before);
  });

  test('wrong, replaced, foreign and truncated links, and those of a tenant without OnePASS, get the same bytes', async () => {
    const made = await invite(portal);
    const replaced = made.token;
    await system.query('update secure_key_invite set token_hash = $2 where id = $1', [
      made.id,
      secretHash(newSecret()),
    ]);
    const [foreign, off, suspended] = await Promise.all([
      invite(portal, { tenant: 'harbor' }),
      invite(portal),
      invite(portal),
    ]);
    const bytes = new Set<string>();
    const ask = async (token: string, more: Record<string, string> = {}) => {
      for (const path of ['open', 'accept', 'logo', 'other-browser/confirm']) {
        const body = { token, code: '123456' };
        const answer = await anonymous.raw('POST', `/api/v1/secure-key-invites/${path}`, body, more);
        const { 'x-request-id': _id, date: _date, ...headers } = answer.headers;
        bytes.add(JSON.stringify([answer.status, answer.text, headers]));
      }
    };
    for (const token of [newSecret(), replaced, foreign.token, made.token.slice(1), '', 'é', `${made.token} `])
      await ask(token);
    await system.query(`update tenant set features = '{}' where id = $1`, [tenants.demo]);
    await ask(off.token);
    await system.query(`update tenant set features = '{secureKey}', suspended_at = now() where id = $1`, [
      tenants.demo,
    ]);
    await ask(suspended.token);
    await system.query('update tenant set suspended_at = null where id = $1', [tenants.demo]);
    expect([...bytes]).toHaveLength(1);
    expect([...bytes][0]).toMatch(/^\[400,.*linkNotValid/);
    expect((await harbor.request(invitationPage.open, { body: { token: foreign.token } })).status).toBe(200);
  });

  test('wrong links from an address are limited, and valid ones still work', async () => {
    const made = await invite(portal);
    await system.query(`insert into reset_request (tenant_id, key, n) values ($1, 'invitation:127.0.0.1', 200)`, [
      tenants.demo,
    ]);
    const body = { token: newSecret() };
    const refused = await anonymous.refused(invitationPage.open, { body });
    expect(refused).toMatchObject({ status: 429, code: 'tooManyAttempts' });
    expect(Number(refused.params?.['seconds'])).toBeGreaterThan(3500);
    expect((await open(made.token)).bond).toBe('none');
  });
});

describe('the organization’s logo', () => {
  test('comes as a data URL to those with the link or the bond', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path fill="red"/></svg>';
    await system.query(`update profile set is_keyward_admin = true where username = 'admin'`);
    await admin.call(organizations.setLogo, { body: { logo: [Buffer.from(svg).toString('base64')] } });
    const made = await invite(portal);
    expect((await open(made.token)).organization.has_logo).toBe(true);
    const { data } = await anonymous.call(invitationPage.logo, { body: { token: made.token } });
    expect(data.url).toBe(`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`);
    const browser = await accept(made.token);
    expect((await browser.call(invitationPage.logo, { body: { invitation: made.id } })).data).toEqual(data);
    expect((await anonymous.request(invitationPage.logo, { body: { invitation: made.id } })).status).toBe(400);
    await admin.call(organizations.setLogo, { body: { logo: null } });
    expect((await anonymous.call(invitationPage.logo, { body: { token: made.token } })).data.url).toBeNull();
  });
});

describe('accepting', () => {
  test('binds the invitation to the browser, with one event and a cookie that scripts and other sites cannot use', async () => {
    const made = await invite(portal, { devices: [serials.northPadlock] });
    const answer = await anonymous.request(invitationPage.accept, { body: { token: made.token } });
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(
      /^keyward-invitation-[0-9a-f]{32}=[0-9a-f]{64}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const seconds = Number(/Max-Age=(\d+)/.exec(cookie)?.[1]);
    expect(Math.abs(seconds - (3600 + 2 * 86_400))).toBeLessThan(60);
    expect(answer.body).toMatchObject({ data: { bond: 'here', state: 'active' } });
    expect(answer.text).not.toContain(/=([0-9a-f]{64})/.exec(cookie)?.[1]);
    const [event, ...others] = await acceptances(made.email);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      entity_domain: 'invitation',
      entity_id: made.id,
      agent_domain: null,
      agent_id: null,
      result: 'success',
    });
    const browser = withCookiesOf(anonymous, answer);
    expect((await browser.call(invitationPage.open, { body: { invitation: made.id } })).data.bond).toBe('here');
    expect((await open(made.token, browser)).bond).toBe('here');
    const repeated = await browser.request(invitationPage.accept, { body: { token: made.token } });
    expect([repeated.status, repeated.headers['set-cookie']]).toEqual([200, undefined]);
    expect(await stepsOf(portal, made)).toEqual(['accepted', 'opened']);
    expect(await acceptances(made.email)).toHaveLength(1);
  });

  test('leaves a browser the cookies of its 50 newest invitations, so that its calls stay small enough', async () => {
    const newest = await invite(portal);
    // 60 earlier invitations of the same browser
    const [time = '', ...rest] = newest.id.split('-');
    const ids = Array.from({ length: 60 }, (_, n) =>
      [(Number.parseInt(time, 16) - 60 + n).toString(16).padStart(8, '0'), ...rest].join(''),
    );
    const browser = ids.reduce((one, id) => one.withCookie(`keyward-invitation-${id}=${newSecret()}`), anonymous);
    const answer = await browser.request(invitationPage.accept, { body: { token: newest.token } });
    const lines = [answer.headers['set-cookie']].flat().map(String);
    const removed = lines.flatMap((line) => /^keyward-invitation-(\w+)=; Max-Age=0;/.exec(line)?.[1] ?? []);
    expect(removed.toSorted()).toEqual(ids.slice(0, 11));
    expect(lines.filter((line) => line.includes(newest.id.replaceAll('-', '')))).toHaveLength(1);
  });

  test('an invitation with keys at several locations is an event visible at none of them alone', async () => {
    const mixed = await invite(portal, { devices: [serials.northPadlock, serials.southPadlock] });
    const unassigned = await invite(portal, { devices: [serials.northPadlock, serials.nowhere] });
    const alone = await invite(portal, { devices: [serials.northPadlock, serials.northCabinet] });
    for (const { token } of [mixed, unassigned, alone]) await accept(token);
    for (const { id, email } of [mixed, unassigned]) {
      expect(await acceptances(email)).toHaveLength(1);
      const seen = JSON.stringify(await manager.call(activity.list, {}));
      expect(seen.includes(id) || seen.includes(email)).toBe(false);
      expect((await manager.call(activity.list, { query: { search: email } })).data).toEqual([]);
    }
    expect(await acceptances(alone.email, manager)).toHaveLength(1);
  });

  test('succeeds for only one of 50 browsers', async () => {
    const made = await invite(portal);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => anonymous.request(invitationPage.accept, { body: { token: made.token } })),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 200);
    expect(new Set(others.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(others[0]?.body).toMatchObject({ errors: [{ code: 'invitationAccepted' }] });
    expect(others.some(({ headers }) => headers['set-cookie'])).toBe(false);
    expect(await stepsOf(portal, made)).toEqual(['accepted']);
    expect(await acceptances(made.email)).toHaveLength(1);
  });

  test('another browser learns neither what the invitation opens nor where, and gets no code', async () => {
    const made = await invite(portal, { notes: 'The safe is behind the counter.' });
    await accept(made.token);
    expect(await open(made.token)).toMatchObject({ bond: 'elsewhere', notes: '', keys: [] });
    const body = { invitation: made.id, key: made.keys[0]?.id ?? '' };
    const other = await accept((await invite(portal)).token);
    for (const who of [anonymous, other, admin]) {
      expect((await who.refused(invitationPage.code, { body })).code).toBe('linkNotValid');
    }
    expect((await anonymous.refused(invitationPage.open, { body: { invitation: made.id } })).code).toBe('linkNotValid');
  });

  test.each([
    ['deactivated', {}],
    ['expired', { minutes: -1 }],
    ['usedUp', { uses: 3 }],
  ] as const)('is refused when the invitation is %s, which the page says', async (state, options) => {
    const made = await invite(portal, options);
    if (state === 'deactivated') await cancel(portal, made);
    expect(await open(made.token)).toMatchObject({ state, bond: 'none', keys: [{ state }] });
    const refused = await anonymous.refused(invitationPage.accept, { body: { token: made.token } });
    expect(refused).toMatchObject({ status: 409, code: 'invitationOver' });
    expect(await stepsOf(portal, made)).toEqual(['opened']);
  });
});
