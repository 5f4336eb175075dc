import { uuid } from '@keyward/contract/characters';
import { devices } from '@keyward/contract/devices';
import { auth } from '@keyward/contract/auth';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#app.ts';
import { openPortal } from '#testing/portal.ts';
import { createLog } from '#core/log.ts';
import { shortAddress } from './request-log.ts';

const portal = await openPortal();
type Line = Record<string, unknown>;
let lines: Line[] = [];
const build = (options: { fullAddress?: boolean } = {}) =>
  buildApp({
    pool: portal.database.app,
    demo: false,
    trustProxy: ['10.0.0.0/8', 'fd00::/8'],
    log: createLog('debug', { write: (line) => void lines.push(JSON.parse(line) as Line) }),
    ...options,
  });
const app = await build();
afterAll(() => app.close());
/** The log lines of the responses to `work`. */
async function answered(work: () => Promise<unknown>): Promise<Line[]> {
  lines = [];
  await work();
  return lines.filter(({ msg }) => msg === 'request completed');
}
const idOf = async (remoteAddress: string, id: string, url = '/healthz') =>
  (await app.inject({ url, remoteAddress, headers: { 'x-request-id': id } })).headers['x-request-id'];

test.each([
  ['10.1.2.3', 'proxy-7F3a'],
  ['::ffff:10.1.2.3', 'x'.repeat(64)],
  ['fd00::1', '1'],
])('accepts the request id of a trusted proxy at %s', async (address, id) => {
  expect(await idOf(address, id)).toBe(id);
});

test.each([
  ['192.0.2.1', 'from-a-stranger'],
  ['10.1.2.3', 'x'.repeat(65)],
  ['10.1.2.3', 'a b'],
  ['10.1.2.3', '${jndi:ldap://x}'],
  ['10.1.2.3', ''],
])('ignores the id %j sent from %s', async (address, id) => {
  const [one, two] = [await idOf(address, id), await idOf(address, id)];
  expect([one, two]).toEqual([expect.stringMatching(uuid), expect.stringMatching(uuid)]);
  expect(one).not.toBe(two);
});

test('a response to an invalid address has an id as well', async () => {
  expect(await idOf('10.1.2.3', 'odd-1', '/%')).toBe('odd-1');
});

test('the log line of a response has request, tenant, profile, network and process', async () => {
  const { data: me } = await portal.as.admin.call(auth.me);
  const [line] = await answered(() => portal.as.admin.on(app).request(devices.list, { query: { search: 'x' } }));
  expect(line).toMatchObject({
    level: 'info',
    request: expect.stringMatching(uuid),
    tenant: 'demo',
    profile: me.id,
    address: '127.0.0.0/24',
    method: 'GET',
    url: '/api/v1/devices',
    status: 200,
    pid: process.pid,
    host: expect.any(String),
  });
  const [unknown] = await answered(() => portal.as.anonymous.on(app).request(devices.list, {}));
  expect(unknown).toMatchObject({ tenant: 'demo', status: 401 });
  expect(unknown).not.toHaveProperty('profile');
});

test('behind a proxy the log line has the client’s address, in full where the operator enables it', async () => {
  const full = await build({ fullAddress: true });
  const request = (one: typeof app) => () =>
    one.inject({ url: '/api/docs', remoteAddress: '10.0.0.1', headers: { 'x-forwarded-for': '2001:db8:1:2:3:4:5:6' } });
  expect((await answered(request(app)))[0]?.address).toBe('2001:db8:1:2::/64');
  expect((await answered(request(full)))[0]?.address).toBe('2001:db8:1:2:3:4:5:6');
  await full.close();
});

test.each([
  [200, 'info'],
  [404, 'info'],
  [500, 'error'],
  [503, 'error'],
])('a response with %d is logged at %s', async (status, level) => {
  const answering = await build();
  onTestFinished(() => answering.close());
  answering.get('/answer', (_request, reply) => reply.status(status).send({}));
  const [line] = await answered(() => answering.inject({ url: '/answer' }));
  expect(line).toMatchObject({ status, level });
});

test('health checks are logged at debug', async () => {
  const entries = await answered(async () => {
    await app.inject({ url: '/healthz' });
    await app.inject({ url: '/readyz' });
    await app.inject({ url: '/metrics' });
  });
  expect(entries.map(({ url, level }) => [url, level])).toEqual([
    ['/healthz', 'debug'],
    ['/readyz', 'debug'],
    ['/metrics', 'info'],
  ]);
});

test.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['::ffff:192.0.2.77', '192.0.2.0/24'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
])('%s is logged as %s', (address, logged) => {
  expect(shortAddress(address)).toBe(logged);
});
