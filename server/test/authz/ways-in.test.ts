import fs from 'node:fs/promises';
import path from 'node:path';
import { auth, signIn } from '@keyward/contract/auth';
import { devices } from '@keyward/contract/devices';
import { gateway } from '@keyward/contract/gateway';
import { passwords } from '@keyward/contract/password';
import { roles } from '@keyward/contract/roles';
import { secondFactor } from '@keyward/contract/second-factor';
import { settings } from '@keyward/contract/settings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '#core/auth/demo.ts';
import { createSession } from '#core/auth/session.ts';
import { newSecret, secretHash } from '#core/auth/secrets.ts';
import { openListening } from '#modules/live/live.testing.ts';
import { maySay, settle } from '#testing/controllers.ts';
import { openOutbox } from '#testing/outbox.ts';
import { addPasskey, letPasskeysBeAlone, signInAlone } from '#testing/passkey-alone.ts';
import { serials, tenants } from '#testing/people.ts';
import { type Answer, Caller, openPortal } from '#testing/portal.ts';
import { openSso } from '#testing/sso.ts';
import { issueToken } from '#testing/tokens.ts';

const portal = await openPortal();
const { admin, anonymous } = portal.as;
const owner = portal.database.system;
const outbox = openOutbox(portal);
const sso = await openSso(portal);
const { listen } = await openListening(portal);

const { rows } = await owner.query<{ id: string; hash: string }>(
  `select id, password_hash as hash from profile where tenant_id = $1 and username = 'clerk'`,
  [tenants.demo],
);
const { id, hash } = rows[0] ?? { id: '', hash: '' };
const okm = (await admin.call(devices.list, { query: { serial_number: serials.northOkm } })).data[0]?.id ?? '';
const controller = await issueToken(admin, okm);
const { data: held } = await admin.call(roles.list, {});

await letPasskeysBeAlone(owner, true);
const passkey = await addPasskey(portal.as.clerk);
/** Gives the passkey to a profile: for the other ways in, the password suffices. */
const give = (username: string) =>
  owner.query(
    `update passkey set profile_id = (select id from profile where tenant_id = $1 and username = $2) where tenant_id = $1`,
    [tenants.demo, username],
  );
await give('manager');

/** The ways in which a profile may not act, beside the one in which it may. */
const states = {
  disabled: 'disabled = true, valid_from = null, valid_until = null',
  'not yet valid': `disabled = false, valid_from = now() + interval '1 hour', valid_until = null`,
  ended: `disabled = false, valid_from = null, valid_until = now()`,
  active: `disabled = false, valid_from = now() - interval '1 hour', valid_until = now() + interval '1 hour'`,
};
type State = keyof typeof states;
const enter = (state: State) => owner.query(`update profile set ${states[state]} where id = $1`, [id]);

const plain = ({ status, text, headers }: Answer) => ({ status, text, in: headers['set-cookie'] !== undefined });
/** Stores a token as if it had been issued while the profile might act. */
async function token(table: 'sign_in_link' | 'second_factor' | 'password_token', columns = '', values = '') {
  const secret = newSecret();
  await owner.query(
    `insert into ${table} (tenant_id, profile_id, token_hash, expires_at${columns})
     select tenant_id, id, $2, now() + interval '5 minutes'${values} from profile p where id = $1
     ${table === 'password_token' ? 'on conflict (tenant_id, profile_id, purpose) do update set token_hash = excluded.token_hash, used_at = null, password_version = excluded.password_version' : ''}`,
    [id, secretHash(secret)],
  );
  return secret;
}
const passwordToken = (purpose: 'reset' | 'first' | 'temporary') =>
  token(
    'password_token',
    ', purpose, password_version, email_fold',
    `, '${purpose}', p.password_version, p.email_fold`,
  );

/** The answer of each way in to the present state. Every place that judges a profile has one. */
const ways: Record<string, () => Promise<unknown>> = {
  'the password': async () =>
    plain(await anonymous.request(auth.login, { body: { username: 'clerk', password: demoPassword } })),
  'a passkey alone': async () => {
    await give('clerk');
    const answer = await signInAlone(passkey, anonymous);
    await give('manager');
    const session = [answer.headers['set-cookie']].flat().some((one) => String(one).startsWith('keyward='));
    return { ...plain(answer), in: session };
  },
  'a session': async () => {
    const from = { address: '127.0.0.1', userAgent: 'test' };
    const session = await portal.inTenant('demo', (db) => createSession(db, id, from));
    const caller = new Caller(portal.app, 'localhost', { cookie: `keyward=${session}` });
    return (await caller.request(settings.mine)).status;
  },
  'a one-time link': async () =>
    plain(await anonymous.request(signIn.token, { body: { token: await token('sign_in_link') } })),
  'a second factor': async () => {
    const secret = await token('second_factor', ', password_version', ', p.password_version');
    const { status, text } = await anonymous.request(secondFactor.options, { body: { token: secret } });
    return status === 200 ? status : { status, text };
  },
  ...Object.fromEntries(
    (['reset', 'first', 'temporary'] as const).map((purpose) => [
      `a token of the purpose ${purpose}`,
      async () => {
        const secret = await passwordToken(purpose);
        const { data } = await anonymous.call(passwords.verifyToken, { body: { token: secret } });
        return data.isValid;
      },
    ]),
  ),
  'the use of such a token': async () => {
    const secret = await passwordToken('reset');
    const body = { token: secret, password: `Reset-${newSecret().slice(0, 8)}-A1`, confirmationPassword: '' };
    body.confirmationPassword = body.password;
    const { status } = await anonymous.request(passwords.set, { body });
    await owner.query('update profile set password_hash = $2 where id = $1', [id, hash]);
    return status;
  },
  'asking for a link': async () => {
    // mails of the other ways
    await outbox.work();
    outbox.messages.length = 0;
    await owner.query('delete from reset_request');
    await owner.query('delete from password_token');
    await anonymous.call(passwords.sendReset, { body: { username: 'clerk' } });
    await outbox.work();
    return outbox.messages.length;
  },
  'single sign-on': async () => {
    await owner.query('delete from federated_identity');
    await sso.configure();
    const answer = plain(await sso.signIn('subject-of-clerk'));
    await owner.query('delete from sso_provider');
    return { ...answer, text: answer.status === 200 ? '' : answer.text };
  },
  'a device': async () => {
    await settle(portal);
    const { data } = await portal.controller(controller.token).call(gateway.access);
    return maySay(data, id);
  },
};
const works: Record<string, unknown> = {
  'a session': 200,
  'a second factor': 200,
  'a token of the purpose reset': true,
  'a token of the purpose first': true,
  'a token of the purpose temporary': true,
  'the use of such a token': 200,
  'asking for a link': 1,
  'a device': true,
};

beforeAll(async () => {
  const role = held.find(({ name }) => name === 'OKM user')?.id;
  await owner.query('insert into profile_role values ($1, $2, $3) on conflict do nothing', [tenants.demo, id, role]);
  await owner.query(`update device set state_updated_at = now(), state = state || '{"keysDocked": 1}'`);
});
afterAll(() => enter('active'));

test.each(Object.keys(ways))(
  '%s: answers before the beginning and after the end of validity as for a disabled profile',
  async (way) => {
    const attempt = async (state: State) => {
      await enter(state);
      await owner.query('delete from sign_in_attempt');
      return ways[way]?.();
    };
    const refused = await attempt('disabled');
    expect(await attempt('not yet valid')).toEqual(refused);
    expect(await attempt('ended')).toEqual(refused);
    const accepted = await attempt('active');
    expect(accepted).not.toEqual(refused);
    if (way in works) expect(accepted).toEqual(works[way]);
    else expect(accepted).toMatchObject({ status: 200, in: true });
  },
);

test('a live stream ends with the first message after the end of validity, without a change of the profile', async () => {
  await enter('active');
  const stream = await listen('clerk');
  await stream.received('hello');
  await owner.query(`update profile set valid_until = now() + interval '300 ms' where id = $1`, [id]);
  await expect.poll(async () => (await judged())[0]?.active).toBe(false);
  await admin.call(devices.update, { params: { id: okm }, body: { name: 'Renamed cabinet' } });
  await stream.closed();
  expect(stream.messages.at(-1)).toMatchObject({ event: 'end' });
});
const judged = async () =>
  (
    await owner.query<{ active: boolean }>(
      'select may_act(disabled, valid_from, valid_until) as active from profile where id = $1',
      [id],
    )
  ).rows;

test('only the named files judge a profile by its columns alone', async () => {
  const sources = path.join(import.meta.dirname, '../../src');
  const files = (await fs.readdir(sources, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const alone =
    /'(?:\w+\.)?disabled', *'(?:=|is|<>)'|not \w+\.disabled|(?:\w+\.)?valid_(?:from|until)'?,? *'?(?:<|>|is)/;
  const judging = await Promise.all(
    files.map(async (name) => (alone.test(await fs.readFile(path.join(sources, name), 'utf8')) ? [name] : [])),
  );
  // the reasons that the Why panel names, and the queries of the job and of 'End now' about the dates themselves
  expect(judging.flat().toSorted()).toEqual([
    'core/auth/access.ts',
    'modules/profiles/queries.ts',
    'modules/profiles/validity-queries.ts',
  ]);
});
