import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '#app.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const token = 'metrics-of-these-tests';
const build = async (metricsToken?: string) => {
  const app = await buildApp({ pool: portal.database.app, demo: false, ...(metricsToken ? { metricsToken } : {}) });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app;
};
const [open, guarded] = [await build(), await build(token)];
afterAll(() => Promise.all([open.close(), guarded.close()]));

/** A request over a connection of its own, as a proxy on this machine or a scraper sends it. */
async function scrape(app: typeof open, headers: Record<string, string> = {}) {
  const { port } = app.server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, { headers });
  return { status: response.status, text: await response.text() };
}
const isMetrics = /^http_request_duration_seconds_count/m;

test('the metrics are served to this machine', async () => {
  // its response counts this request
  await scrape(open);
  const { status, text } = await scrape(open);
  expect(status).toBe(200);
  expect(text).toMatch(isMetrics);
});

test.each([
  ['x-forwarded-for', '203.0.113.9'],
  ['x-forwarded-for', '127.0.0.1'],
  ['x-forwarded-host', 'localhost'],
  ['x-real-ip', '203.0.113.9'],
  ['forwarded', 'for=203.0.113.9'],
  ['via', '1.1 proxy'],
])('the metrics are not served through a proxy on this machine: %s: %s', async (name, value) => {
  const { status, text } = await scrape(open, { [name]: value });
  expect(status).toBe(404);
  expect(text).not.toMatch(isMetrics);
});

test.each(['192.168.1.20', '203.0.113.9', 'fe80::1'])(
  'the metrics are not served to another machine: %s',
  async (remoteAddress) => {
    const answer = await open.inject({ url: '/metrics', remoteAddress });
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toMatch(isMetrics);
  },
);

test('with a token the metrics are served to any caller that has it, and to this machine only with it', async () => {
  const bearer = { authorization: `Bearer ${token}` };
  expect((await scrape(guarded, bearer)).status).toBe(200);
  expect((await scrape(guarded, { ...bearer, 'x-forwarded-for': '203.0.113.9' })).status).toBe(200);
  const { statusCode } = await guarded.inject({ url: '/metrics', remoteAddress: '203.0.113.9', headers: bearer });
  expect(statusCode).toBe(200);
  for (const authorization of ['', `Bearer ${token}x`, `Bearer ${token.slice(1)}`, token, 'Bearer ', 'Basic eDp5']) {
    const answer = await scrape(guarded, authorization ? { authorization } : {});
    expect([authorization, answer.status]).toEqual([authorization, 404]);
    expect(answer.text).not.toMatch(isMetrics);
  }
});
