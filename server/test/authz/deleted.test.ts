// No credential that worked before a deletion works after it, nor after the restore.
import { auth, signIn } from '@keyward/contract/auth';
import { deletions } from '@keyward/contract/deletions';
import { devices } from '@keyward/contract/devices';
import { gateway } from '@keyward/contract/gateway';
import { secureKeys } from '@keyward/contract/onepass';
import { passwords } from '@keyward/contract/password';
import { pins } from '@keyward/contract/pins';
import { profiles } from '@keyward/contract/profiles';
import { secondFactor } from '@keyward/contract/second-factor';
import { settings } from '@keyward/contract/settings';
import { expect, test } from 'vitest';
import { demoPassword } from '#core/auth/demo.ts';
import { createSession } from '#core/auth/session.ts';
import { newSecret, secretHash } from '#core/auth/secrets.ts';
import { maySay, settle } from '#testing/controllers.ts';
import { addPasskey, letPasskeysBeAlone, signInAlone } from '#testing/passkey-alone.ts';
import { serials, tenants } from '#testing/people.ts';
import { type Answer, Caller, openPortal } from '#testing/portal.ts';
import { openSso } from '#testing/sso.ts';
import { issueToken } from '#testing/tokens.ts';

const portal = await openPortal();
const { admin, anonymous, clerk } = portal.as;
const owner = portal.database.system;
const sso = await openSso(portal);
await letPasskeysBeAlone(owner, true);

const idOf = async (username: string) => (await admin.call(profiles.list, { query: { username } })).data[0]?.id ?? '';
const deviceOf = async (serial: string) =>
  (await admin.call(devices.list, { query: { serial_number: serial } })).data[0]?.id ?? '';
const isIn = (answer: Answer) =>
  [answer.headers['set-cookie']].flat().some((one) => /^(__Host-)?keyward=[^;]/.test(String(one)));

/** Stores a token of the profile as if it had been issued. */
async function issued(
  id: string,
  table: 'sign_in_link' | 'second_factor' | 'password_token',
  columns = '',
  values = '',
) {
  const secret = newSecret();
  await owner.query(
    `insert into ${table} (tenant_id, profile_id, token_hash, expires_at${columns})
     select tenant_id, id, $2, now() + interval '1 hour'${values} from profile p where id = $1`,
    [id, secretHash(secret)],
  );
  return secret;
}

/** All credentials of a profile, each with a check whether it still works. */
async function waysOf(id: string): Promise<Record<string, () => Promise<boolean>>> {
  const passkey = await addPasskey(clerk);
  const from = { address: '127.0.0.1', userAgent: 'test' };
  const session = await portal.inTenant('demo', (db) => createSession(db, id, from));
  const link = await issued(id, 'sign_in_link');
  const factor = await issued(id, 'second_factor', ', password_version', ', p.password_version');
  const reset = await issued(
    id,
    'password_token',
    ', purpose, password_version, email_fold',
    `, 'reset', p.password_version, p.email_fold`,
  );
  const pin = (await admin.call(pins.show, { params: { id }, query: {} })).data;
  const { token } = await issueToken(admin, await deviceOf(serials.southOkm));
  return {
    'the cookie': async () => {
      const caller = new Caller(portal.app, 'localhost', { cookie: `keyward=${session}` });
      return (await caller.request(settings.mine)).status === 200;
    },
    'the password': async () =>
      isIn(await anonymous.request(auth.login, { body: { username: 'clerk', password: demoPassword } })),
    'the passkey alone': async () => isIn(await signInAlone(passkey, anonymous)),
    'the link to sign in': async () => isIn(await anonymous.request(signIn.token, { body: { token: link } })),
    'the second factor': async () =>
      (await anonymous.request(secondFactor.options, { body: { token: factor } })).status === 200,
    'the link to a new password': async () =>
      (await anonymous.call(passwords.verifyToken, { body: { token: reset } })).data.isValid,
    'the entry at an OKM': async () => {
      await settle(portal);
      return maySay((await portal.controller(token).call(gateway.access)).data, id);
    },
    'the PIN': async () => {
      const now = await idOf('clerk');
      return now !== '' && (await admin.call(pins.show, { params: { id: now }, query: {} })).data === pin;
    },
  };
}
const open = async (ways: Record<string, () => Promise<boolean>>) => {
  const found: string[] = [];
  for (const [name, opens] of Object.entries(ways)) {
    await owner.query('delete from sign_in_attempt');
    if (await opens()) found.push(name);
  }
  return found;
};

test('a deleted profile has no working cookie, password, passkey, link, second factor, PIN or place at an OKM', async () => {
  const id = await idOf('clerk');
  await owner.query(
    `insert into profile_role select $1, $2, id from role where tenant_id = $1 and name = 'OKM user' on conflict do nothing`,
    [tenants.demo, id],
  );
  await owner.query(`update device set state_updated_at = now(), state = state || '{"keysDocked": 1}'`);
  const ways = await waysOf(id);
  // before the deletion each of them works; those that a use spends are judged only afterwards
  const { 'the link to sign in': link, 'the passkey alone': passkey, ...lasting } = ways;
  expect(link && passkey && (await open(lasting))).toEqual(
    expect.arrayContaining(['the cookie', 'the second factor', 'the link to a new password', 'the PIN']),
  );
  await admin.call(profiles.remove, { params: { id } });
  expect(await open(ways)).toEqual([]);
  await admin.call(deletions.restoreUser, { params: { id } });
  expect(await open(ways)).toEqual([]);
});

test('the account of a deleted profile at an identity provider is unbound, and a sign-in that began before does not bind it', async () => {
  await sso.configure();
  const id = await idOf('editor');
  expect((await sso.signIn('subject-of-editor', 'editor')).status).toBe(200);
  const bound = async () => (await owner.query('select from federated_identity')).rowCount;
  expect(await bound()).toBe(1);
  const { cookie, url } = await sso.begin('editor');
  const underWay = await sso.visit(url, 'subject-of-editor');
  await admin.call(profiles.remove, { params: { id } });
  expect(await bound()).toBe(0);
  expect(isIn(await sso.signIn('subject-of-editor'))).toBe(false);
  await admin.call(deletions.restoreUser, { params: { id } });
  expect(await bound()).toBe(0);
  expect(isIn(await sso.finish(cookie, underWay))).toBe(false);
  expect(await bound()).toBe(0);
  await owner.query('delete from sso_provider');
});

test('a deleted device has no working token or OnePASS key, and late reports are refused', async () => {
  const id = await deviceOf(serials.northOkm);
  const { token } = await issueToken(admin, id);
  const lock = await deviceOf(serials.northPadlock);
  const key = await admin.call(secureKeys.create, { body: { serial: serials.northPadlock, duration: 60, count: 1 } });
  const controller = portal.controller(token);
  const report = { body: { reports: [{ serial: serials.northPadlock, state: { secured: true } }] } };
  const opens = async () => [
    (await controller.request(gateway.access)).status,
    (await controller.request(gateway.changes)).status,
    (await controller.request(gateway.reports, report)).status,
    (await admin.request(secureKeys.get, { params: { id: key.id } })).status,
  ];
  expect(await opens()).toEqual([200, 200, 200, 200]);
  await admin.call(devices.removeMany, { body: { ids: [id, lock] } });
  expect(await opens()).toEqual([401, 401, 401, 404]);
  for (const one of [id, lock]) await admin.call(deletions.restoreDevice, { params: { id: one } });
  expect(await opens()).toEqual([401, 401, 401, 404]);
  const now = await deviceOf(serials.northOkm);
  expect((await admin.call(devices.tokens, { params: { id: now } })).data).toEqual([]);
});

test('a lost key that was deleted and restored stays lost, at controllers and for OnePASS, until it is found', async () => {
  const lost = await deviceOf(serials.northKey);
  const { token } = await issueToken(admin, await deviceOf(serials.northOkm));
  const holder = await idOf('clerk');
  await owner.query(
    `insert into profile_role select $1, $2, id from role where tenant_id = $1 and name = 'OKM user' on conflict do nothing`,
    [tenants.demo, holder],
  );
  await owner.query(
    `update device_type set secure_key_compatible = true where tenant_id = $1 and device_class = 'KEY'`,
    [tenants.demo],
  );
  const opens = async () => {
    await settle(portal);
    const { data } = await portal.controller(token).call(gateway.access);
    const right = data.devices.find(({ serial }) => serial === serials.northKey)?.right ?? '';
    const body = { serial: serials.northKey, duration: 60, count: 1 };
    return {
      known: right !== '',
      people: data.people.filter(({ rights }) => rights.includes(right)).length > 0,
      onePass: (await admin.request(secureKeys.create, { body })).status === 201,
    };
  };
  expect(await opens()).toEqual({ known: true, people: true, onePass: true });
  await admin.call(devices.reportLost, { params: { id: lost }, body: { note: 'Seen at the till' } });
  const since = (await admin.call(devices.get, { params: { id: lost } })).data.lost?.since;
  await admin.call(devices.remove, { params: { id: lost } });
  const { data: back } = await admin.call(deletions.restoreDevice, { params: { id: lost } });
  expect(back.lost).toEqual({ since, by: 'Ada Admin', note: 'Seen at the till' });
  expect(await opens()).toEqual({ known: true, people: false, onePass: false });
  await admin.call(devices.reportFound, { params: { id: back.id } });
  expect(await opens()).toEqual({ known: true, people: true, onePass: true });
});
