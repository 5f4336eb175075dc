import { auth } from '@keyward/contract/auth';
import { devices } from '@keyward/contract/devices';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#app.ts';
import { demoPassword } from '#core/auth/demo.ts';
import { tenants } from '#testing/people.ts';
import { Caller, openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { anonymous, admin, harborAdmin, stranger } = portal.as;
const signIn = { username: 'admin', password: demoPassword };

test('the host selects the tenant, regardless of case and port', async () => {
  expect((await admin.call(auth.me)).data.customerName).toBe('Northgate Retail');
  expect((await harborAdmin.call(auth.me)).data.customerName).toBe('Harbor Stores');
  for (const host of ['LOCALHOST', 'localhost:3000', 'LocalHost:80'])
    expect((await admin.raw('GET', '/api/v1/me', undefined, { host })).body, host).toMatchObject({
      data: { customerName: 'Northgate Retail' },
    });
});

test.each([
  'nowhere.example',
  'localhost.',
  'localhost.evil.example',
  'evil.example/localhost',
  'localhost@evil.example',
  'localhost:3000:3000',
  'localhost:999999',
  ' localhost',
  'localhost\\',
  "localhost' or 1=1",
  '%6cocalhost',
  '[::1',
  'a'.repeat(300),
])('an unknown host gets 421: %j', async (host) => {
  const answer = await anonymous.raw('GET', '/api/v1/session-check', undefined, { host });
  expect(answer.status).toBe(421);
  expect(answer.body).toMatchObject({ errors: [{ code: 'unknownHost' }] });
});

test('no API call is answered at an unknown host', async () => {
  for (const { method, path } of portal.app.endpoints) {
    const url = path.replace(/:\w+/g, '00000000-0000-7000-8000-000000000000');
    expect((await stranger.raw(method, url)).status, `${method} ${url}`).toBe(421);
  }
});

test('a session is not valid in another tenant', async () => {
  const crossed = await admin.raw('GET', '/api/v1/me', undefined, { host: 'harbor.localhost' });
  expect(crossed.status).toBe(401);
  const [own] = (await admin.call(devices.list, {})).data;
  const [other] = (await harborAdmin.call(devices.list, {})).data;
  expect(own?.id).not.toBe(other?.id);
});

test('without a trusted proxy X-Forwarded-* and Forwarded are ignored', async () => {
  const lies = {
    'x-forwarded-host': 'harbor.localhost',
    'x-forwarded-for': '203.0.113.7',
    'x-forwarded-proto': 'https',
    forwarded: 'host=harbor.localhost;proto=https;for=203.0.113.7',
    'x-original-host': 'harbor.localhost',
    'x-host': 'harbor.localhost',
    'x-tenant': tenants.harbor,
  };
  expect((await admin.raw('GET', '/api/v1/me', undefined, lies)).body).toMatchObject({
    data: { customerName: 'Northgate Retail' },
  });
  const answer = await anonymous.raw('POST', '/api/v1/login', signIn, lies);
  expect(answer.status).toBe(200);
  expect(String(answer.headers['set-cookie'])).toMatch(/^keyward=/);
  const { rows } = await portal.database.system.query<{ address: string; tenant_id: string }>(
    'select address, tenant_id from session order by created_at desc limit 1',
  );
  expect(rows[0]).toEqual({ address: '127.0.0.1', tenant_id: tenants.demo });
});

test('behind a trusted proxy, address and https come from the client, the tenant still from Host', async () => {
  const app = await buildApp({ pool: portal.database.app, demo: false, checkReplies: true, trustProxy: ['127.0.0.1'] });
  onTestFinished(() => app.close());
  const answer = await new Caller(app, 'localhost', {}).raw('POST', '/api/v1/login', signIn, {
    'x-forwarded-host': 'harbor.localhost',
    // the client may have forged the first one
    'x-forwarded-for': '198.51.100.1, 203.0.113.7',
    'x-forwarded-proto': 'https',
  });
  expect(answer.status).toBe(200);
  expect(String(answer.headers['set-cookie'])).toMatch(/^__Host-keyward=/);
  const { rows } = await portal.database.system.query<{ address: string; tenant_id: string }>(
    'select address, tenant_id from session order by created_at desc limit 1',
  );
  expect(rows[0]).toEqual({ address: '203.0.113.7', tenant_id: tenants.demo });
});
