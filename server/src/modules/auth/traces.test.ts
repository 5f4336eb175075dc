import { auth } from '@keyward/contract/auth';
import { passwords } from '@keyward/contract/password';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '#app.ts';
import { createLog } from '#core/log.ts';
import { Caller, openPortal } from '#testing/portal.ts';
import { tenants } from '#testing/people.ts';

const portal = await openPortal();
let logged = '';
const app = await buildApp({
  pool: portal.database.app,
  demo: false,
  vault: portal.vault,
  log: createLog('trace', { write: (line) => void (logged += line) }),
});
afterAll(() => app.close());

const canary = 'canary-7d2c';

test('the log contains no secret of links, forms or cookies, whatever the response', async () => {
  const caller = new Caller(app, 'localhost', { cookie: `keyward=${canary}` });
  for (const page of ['/set-password?token=', '/sso?code=', '/username?token=', '/api/v1/none?x='])
    await caller.raw('GET', `${page}${canary}`);
  await caller.request(auth.login, { body: { username: canary, password: canary } });
  await caller.request(auth.loginSso, { query: { username: canary } });
  await caller.request(passwords.verifyToken, { body: { token: canary } });
  await caller.raw('POST', auth.login.path, `{"password":"${canary}`);
  expect(logged.match(/"request completed"/g)?.length).toBe(8);
  expect(logged).not.toContain(canary);
});

test('no page sends its address to another site', async () => {
  for (const url of ['/set-password?token=x', '/sso?code=x', auth.sessionCheck.path, '/api/v1/none'])
    expect((await app.inject({ url, headers: { host: 'localhost' } })).headers['referrer-policy']).toBe('no-referrer');
});

test('a session ends with the next request when the tenant is suspended', async () => {
  const suspend = (on: boolean) =>
    portal.database.system.query('update tenant set suspended_at = case when $2 then now() end where id = $1', [
      tenants.demo,
      on,
    ]);
  const { clerk, harborClerk } = portal.as;
  expect((await clerk.request(auth.me)).status).toBe(200);
  await suspend(true);
  expect((await clerk.request(auth.me)).status).toBe(401);
  expect((await harborClerk.request(auth.me)).status).toBe(200);
  await suspend(false);
  expect((await clerk.request(auth.me)).status).toBe(200);
});
