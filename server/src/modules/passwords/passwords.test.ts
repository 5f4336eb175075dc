import { auth } from '@keyward/contract/auth';
import { passwords } from '@keyward/contract/password';
import { settings } from '@keyward/contract/settings';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { demoPassword } from '#core/auth/demo.ts';
import { hashPassword } from '#core/auth/password.ts';
import { issuePasswordToken, type TokenPurpose } from '#core/auth/password-token.ts';
import { newSecret, secretHash } from '#core/auth/secrets.ts';
import { openOutbox } from '#testing/outbox.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const outbox = openOutbox(portal);
const { anonymous } = portal.as;
const { system } = portal.database;
const newPassword = 'A new-passw0rd & |;$<>` ';

async function profile(username: string) {
  const found = await system.query<{ id: string; email: string; password_version: number }>(
    'select id, email, password_version from profile where tenant_id = $1 and username = $2',
    [tenants.demo, username],
  );
  const [one] = found.rows;
  if (!one) throw new Error(`no ${username}`);
  return one;
}
const token = async (username: string, purpose: TokenPurpose = 'reset') => {
  const { id } = await profile(username);
  return portal.inTenant('demo', (db) => issuePasswordToken(db, id, purpose));
};
const change = (sql: string, username: string) =>
  system.query(`update profile set ${sql} where tenant_id = $1 and username = $2`, [tenants.demo, username]);
const isValid = async (one: string) =>
  (await anonymous.call(passwords.verifyToken, { body: { token: one } })).data.isValid;
const set = (one: string, password = newPassword) =>
  anonymous.request(passwords.set, { body: { token: one, password, confirmationPassword: password } });
const signInAs = (username: string, password: string) =>
  anonymous.request(auth.login, { body: { username, password } });
const eventsOf = async (username: string) => {
  const { id } = await profile(username);
  const found = await system.query<{ event: string }>(
    'select event from event where tenant_id = $1 and entity_id = $2 order by event_time, event',
    [tenants.demo, id],
  );
  return found.rows.map((row) => row.event);
};
beforeEach(async () => {
  await system.query('delete from sign_in_attempt');
  await outbox.work();
  outbox.messages.length = 0;
});

describe('a token to set a password', () => {
  test('shows its owner any number of times, and works once', async () => {
    const one = await token('clerk');
    const user = { email: 'clerk@demo.example', username: 'clerk', isValid: true };
    for (let i = 0; i < 3; i++)
      expect((await anonymous.call(passwords.verifyToken, { body: { token: one } })).data).toEqual(user);
    const password = 'Once-only-1';
    expect((await set(one, password)).status).toBe(200);
    expect(await isValid(one)).toBe(false);
    expect((await set(one, 'Once-only-2')).status).toBe(400);
    expect((await signInAs('clerk', password)).status).toBe(200);
  });

  test('is refused in every other form with the same error', async () => {
    const one = await token('clerk');
    const wrong = [one.slice(1), one.slice(0, -1), one.toUpperCase(), `${one} `, ` ${one}`, newSecret(), '', '0'];
    const answers = await Promise.all(
      wrong.map((t) => anonymous.request(passwords.verifyToken, { body: { token: t } })),
    );
    expect(new Set(answers.map((a) => a.text))).toEqual(
      new Set(['{"data":{"email":null,"username":null,"isValid":false}}']),
    );
    for (const t of wrong) expect((await set(t)).text).toContain('linkNotValid');
    expect(await isValid(one)).toBe(true);
    // a token of another tenant
    expect((await portal.as.harborAdmin.call(passwords.verifyToken, { body: { token: one } })).data.isValid).toBe(
      false,
    );
  });

  test.each([
    ['the password changes', `password_version = password_version + 1`],
    ['the e-mail address changes', `email = 'other@demo.example'`],
    ['the profile is disabled', `disabled = true`],
  ])('is revoked when %s', async (_why, sql) => {
    const one = await token('nobody');
    expect(await isValid(one)).toBe(true);
    await change(sql, 'nobody');
    expect(await isValid(one)).toBe(false);
    expect((await set(one)).text).toContain('linkNotValid');
    await change(`disabled = false, email = 'nobody@demo.example'`, 'nobody');
  });

  test('is invalid while the tenant is suspended', async () => {
    const one = await token('nobody');
    const suspend = (text: string) =>
      system.query(`update tenant set suspended_at = ${text} where id = $1`, [tenants.demo]);
    await suspend('now()');
    expect(await isValid(one)).toBe(false);
    expect((await set(one)).text).toContain('linkNotValid');
    await suspend('null');
    expect(await isValid(one)).toBe(true);
  });

  test('passwords compare by their Unicode normal form', async () => {
    const composed = 'Clé-perdue-1'.normalize('NFC');
    const taken = composed.normalize('NFD');
    expect(taken).not.toBe(composed);
    expect((await set(await token('nobody'), composed)).status).toBe(200);
    expect((await signInAs('nobody', taken)).status).toBe(200);
    // the other form does not count as a new password either
    expect((await set(await token('nobody'), taken)).text).toContain('passwordUsedBefore');
  });

  test('expires, and is revoked by the next one', async () => {
    const older = await token('nobody');
    const newer = await token('nobody');
    expect([await isValid(older), await isValid(newer)]).toEqual([false, true]);
    const { rows: ends } = await system.query<{ purpose: string; minutes: string }>(
      `select purpose, round(extract(epoch from expires_at - created_at) / 60) as minutes from password_token where token_hash = $1`,
      [secretHash(newer)],
    );
    expect(ends[0]).toMatchObject({ purpose: 'reset', minutes: '60' });
    await system.query(`update password_token set expires_at = now() where token_hash = $1`, [secretHash(newer)]);
    expect(await isValid(newer)).toBe(false);
    expect((await set(newer)).text).toContain('linkNotValid');
    const stored = await system.query('select * from password_token');
    expect(JSON.stringify(stored.rows)).not.toContain(newer);
  });

  test('accepts both spellings of the fields, and checks the password’s rules', async () => {
    const one = await token('manager');
    const body = { queryToken: one, newPassword: 'Spelled-2-ways', confirmPassword: 'Spelled-2-ways' };
    for (const bad of ['Short-1', 'nouppercase-1', 'NOLOWERCASE-1', 'No-digit-here', 'NoSymbol123'])
      expect((await set(one, bad)).text).toContain('passwordTooWeak');
    expect((await set(one, `Aa1!${'x'.repeat(1021)}`)).text).toContain('passwordInvalid');
    expect((await anonymous.request(passwords.set, { body: { ...body, confirmPassword: 'x' } })).status).toBe(400);
    expect((await anonymous.request(passwords.set, { body: { ...body, newPassword: undefined } })).status).toBe(400);
    expect((await anonymous.request(passwords.set, { body })).status).toBe(200);
    expect((await signInAs('manager', 'Spelled-2-ways')).status).toBe(200);
  });

  test('stores a password byte for byte, and refuses earlier ones', async () => {
    const used = ['  Spaces & |;$<>` 1  ', `Aa1!${'長'.repeat(1020)}`, 'Third-1-password'];
    for (const password of used) {
      expect((await set(await token('homeless'), password)).status).toBe(200);
      expect((await signInAs('homeless', password)).status).toBe(200);
    }
    expect((await signInAs('homeless', 'Spaces & |;$<>` 1')).status).toBe(401);
    const one = await token('homeless');
    for (const password of [demoPassword, ...used])
      expect((await set(one, password)).text).toContain('passwordUsedBefore');
    expect(await isValid(one)).toBe(true);
    expect((await set(one, 'Fourth-1-password')).status).toBe(200);
  });

  test('allows only one of 30 concurrent uses', async () => {
    const one = await token('editor');
    const before = (await profile('editor')).password_version;
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => set(one, `Parallel-${i}`)));
    const won = answers.flatMap((a, i) => (a.status === 200 ? [i] : []));
    expect(won).toHaveLength(1);
    expect(new Set(answers.map((a) => a.status))).toEqual(new Set([200, 400]));
    expect((await profile('editor')).password_version).toBe(before + 1);
    expect((await signInAs('editor', `Parallel-${won[0]}`)).status).toBe(200);
    expect((await eventsOf('editor')).filter((e) => e === 'RESET_PASSWORD')).toHaveLength(1);
  });

  test('allows only one of several uses that wait for each other', async () => {
    const one = await token('editor');
    const before = (await profile('editor')).password_version;
    const holder = await system.connect();
    await holder.query('begin');
    await holder.query('select from password_token where token_hash = $1 for update', [secretHash(one)]);
    const uses = Array.from({ length: 6 }, (_, i) => set(one, `Waiting-in-line-${i}`));
    // each call has read the token as valid and waits for the row lock
    await vi.waitFor(
      async () => {
        const { rows } = await system.query<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(rows[0]?.n).toBe(6);
      },
      { timeout: 10_000 },
    );
    await holder.query('commit');
    holder.release();
    const statuses = (await Promise.all(uses)).map((a) => a.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    expect((await profile('editor')).password_version).toBe(before + 1);
  });

  test('ends every session, starts none, records its events and sends a notice', async () => {
    const { admin } = portal.as;
    expect((await admin.call(settings.sessions)).data.length).toBeGreaterThan(0);
    const answer = await set(await token('admin'), 'Changed-passw0rd');
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await admin.refused(auth.me)).toMatchObject({ status: 401, code: 'sessionExpired' });
    expect((await eventsOf('admin')).slice(-2)).toEqual(['RESET_PASSWORD', 'REVOKE_SESSION']);
    expect((await signInAs('admin', demoPassword)).status).toBe(401);
    await outbox.work();
    expect(outbox.messages.map((m) => [m.to, m.subject])).toEqual([
      ['admin@demo.example', 'Your Northgate Retail password was changed'],
    ]);
  });

  test('the response names the apps for the profile’s roles', async () => {
    const apps = async (username: string, password: string) => {
      const { data } = (await set(await token(username), password)).body as { data: { mobileApps?: object } };
      return Object.keys(data.mobileApps ?? {});
    };
    expect(await apps('admin', 'Apps-for-admin-1')).toEqual(['onekey', 'mkey']);
    expect(await apps('clerk', 'Apps-for-clerk-1')).toEqual(['onekey']);
    expect(await apps('nobody', 'Apps-for-nobody-1')).toEqual([]);
  });
});

describe('a temporary password', () => {
  test('gives a token and no session; the new password signs in', async () => {
    const temporary = 'Temp-1234';
    const hash = await hashPassword(temporary);
    await change(`password_hash = '${hash}', password_temporary = true`, 'nobody');
    const answer = await signInAs('nobody', temporary);
    expect(answer.headers['set-cookie']).toBeUndefined();
    const { data } = answer.body as { data: { passwordResetToken?: string } };
    expect(data.passwordResetToken).toMatch(/^[0-9a-f]{64}$/);
    const { rows: ends } = await system.query<{ minutes: string }>(
      `select round(extract(epoch from expires_at - created_at) / 60) as minutes from password_token where token_hash = $1`,
      [secretHash(data.passwordResetToken ?? '')],
    );
    expect(ends[0]?.minutes).toBe('10');
    expect((await set(data.passwordResetToken ?? '', temporary)).text).toContain('passwordUsedBefore');
    expect((await set(data.passwordResetToken ?? '', 'Temp-1234-no-more')).status).toBe(200);
    const after = await signInAs('nobody', 'Temp-1234-no-more');
    expect(after.body).toEqual({ data: {} });
    expect(after.headers['set-cookie']).toBeDefined();
  });
});
