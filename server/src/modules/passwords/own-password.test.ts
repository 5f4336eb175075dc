import { activity } from '@keyward/contract/activity';
import { auth } from '@keyward/contract/auth';
import { passwords } from '@keyward/contract/password';
import { settings } from '@keyward/contract/settings';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#app.ts';
import { demoPassword } from '#core/auth/demo.ts';
import { createLog } from '#core/log.ts';
import { issuePasswordToken } from '#core/auth/password-token.ts';
import { openOutbox } from '#testing/outbox.ts';
import { type Person, tenants } from '#testing/people.ts';
import { type Caller, openPortal } from '#testing/portal.ts';
import { openSso } from '#testing/sso.ts';

const portal = await openPortal();
const outbox = openOutbox(portal);
const { admin, anonymous } = portal.as;
const { system } = portal.database;

const idOf = async (username: string) => {
  const { rows } = await system.query<{ id: string }>('select id from profile where tenant_id = $1 and username = $2', [
    tenants.demo,
    username,
  ]);
  return rows[0]?.id ?? '';
};
const body = (password: string, newPassword: string, confirmationPassword = newPassword) => ({
  body: { password, newPassword, confirmationPassword },
});
const change = (who: Caller, ...[password, newPassword]: [string, string]) =>
  who.request(passwords.changeOwn, body(password, newPassword));
const signsIn = async (username: string, password: string) =>
  (await anonymous.request(auth.login, { body: { username, password } })).status === 200;

beforeEach(async () => {
  await system.query('delete from sign_in_attempt');
  await outbox.work();
  outbox.messages.length = 0;
});

test('changes the password and keeps this session, but revokes the others and every link, with a notice and events', async () => {
  const id = await idOf('clerk');
  const here = portal.as.clerk;
  const elsewhere = await portal.signIn(id);
  const link = await portal.inTenant('demo', (db) => issuePasswordToken(db, id, 'reset'));
  expect((await change(here, demoPassword, 'My-own-choice-1')).status).toBe(204);

  expect((await here.request(auth.me)).status).toBe(200);
  expect(await elsewhere.refused(auth.me)).toMatchObject({ status: 401, code: 'sessionExpired' });
  expect((await anonymous.call(passwords.verifyToken, { body: { token: link } })).data.isValid).toBe(false);
  expect([await signsIn('clerk', demoPassword), await signsIn('clerk', 'My-own-choice-1')]).toEqual([false, true]);
  await outbox.work();
  expect(outbox.messages.map((m) => [m.to, m.subject])).toEqual([
    ['clerk@demo.example', 'Your Northgate Retail password was changed'],
  ]);
  const { data } = await admin.call(activity.list, { query: { event: 'MODIFY_USER,REVOKE_SESSION' } });
  expect(data.map((e) => [e.event, e.description.agentName, e.description.changes])).toEqual(
    expect.arrayContaining([
      ['MODIFY_USER', 'Carl Clerk', [{ attribute: 'password', oldValue: null, newValue: '•••' }]],
      ['REVOKE_SESSION', 'Carl Clerk', []],
    ]),
  );
});

test('a wrong current password is refused with its field, and counted as at sign-in', async () => {
  const { editor } = portal.as;
  const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => change(editor, `Wrong-${i}`, 'Never-set-1')));
  expect(answers.map((a) => a.status)).toEqual(answers.map(() => 400));
  expect(answers[0]?.body).toMatchObject({ errors: [{ code: 'wrongPassword', constraint: 'password' }] });
  for (let i = 0; i < 2; i++) await anonymous.request(auth.login, { body: { username: 'editor', password: 'wrong' } });
  expect(await editor.refused(passwords.changeOwn, body(demoPassword, 'Never-set-1'))).toMatchObject({
    status: 429,
    code: 'tooManyAttempts',
  });
  await system.query('delete from sign_in_attempt');
  expect(await signsIn('editor', demoPassword)).toBe(true);
});

test('the new password passes the same rules as everywhere: checklist, confirmation, no reuse', async () => {
  const { manager } = portal.as;
  const refused = (...given: Parameters<typeof body>) => manager.refused(passwords.changeOwn, body(...given));
  expect(await refused(demoPassword, 'weak')).toMatchObject({ status: 400, constraint: 'newPassword' });
  expect(await refused(demoPassword, 'Good-enough-1', 'Good-enough-2')).toMatchObject({
    status: 400,
    constraint: 'confirmationPassword',
  });
  expect(await refused(demoPassword, demoPassword)).toMatchObject({
    status: 400,
    code: 'passwordUsedBefore',
    constraint: 'newPassword',
  });
  expect((await change(manager, demoPassword, 'Good-enough-1')).status).toBe(204);
  expect((await change(manager, 'Good-enough-1', 'Good-enough-2')).status).toBe(204);
  for (const former of [demoPassword, 'Good-enough-1'])
    expect(await refused('Good-enough-2', former)).toMatchObject({ code: 'passwordUsedBefore' });
});

test('only one of two concurrent changes succeeds', async () => {
  const { homeless } = portal.as;
  const answers = await Promise.all([
    change(homeless, demoPassword, 'First-of-two-1'),
    change(homeless, demoPassword, 'Second-of-two-1'),
  ]);
  expect(new Set(answers.map((a) => a.status))).toEqual(new Set([204, 400]));
});

test('requires a session, and refuses support sessions', async () => {
  expect(await anonymous.refused(passwords.changeOwn, body(demoPassword, 'Never-set-1'))).toMatchObject({
    status: 401,
  });
  const support = await portal.signIn(await idOf('admin'));
  await system.query('update tenant set support_access = true where id = $1', [tenants.demo]);
  const { data } = await support.call(settings.sessions);
  await system.query(`update session set support_email = 'staff@vendor.example' where id = $1`, [
    data.find((one) => one.current)?.id,
  ]);
  expect(await support.refused(passwords.changeOwn, body(demoPassword, 'Never-set-1'))).toMatchObject({ status: 403 });
  expect(await signsIn('admin', demoPassword)).toBe(true);
});

test('is refused for single sign-on, except for its exceptions', async () => {
  const sso = await openSso(portal);
  await sso.configure();
  const { nobody } = portal.as satisfies Record<Person, Caller>;
  expect(await nobody.refused(passwords.changeOwn, body(demoPassword, 'Never-set-1'))).toMatchObject({
    code: 'noPasswordHere',
  });
  await system.query(`update sso_provider set password_names = '{nobody}' where tenant_id = $1`, [tenants.demo]);
  expect((await change(nobody, demoPassword, 'Excepted-1')).status).toBe(204);
  await system.query('delete from sso_provider where tenant_id = $1', [tenants.demo]);
});

test('the log contains no password, whatever the response', async () => {
  let logged = '';
  const app = await buildApp({
    pool: portal.database.app,
    demo: false,
    vault: portal.vault,
    log: createLog('trace', { write: (line) => void (logged += line) }),
  });
  onTestFinished(() => app.close());
  const who = admin.on(app);
  await who.request(passwords.changeOwn, body('Canary-present-1', 'Canary-new-1', 'Canary-confirmed-1'));
  await who.request(passwords.changeOwn, body('Canary-present-1', 'Canary-new-1'));
  await who.raw('POST', passwords.changeOwn.path, '{"password":"Canary-present-1');
  expect(logged.match(/"request completed"/g)?.length).toBe(3);
  expect(logged).not.toContain('Canary');
});
