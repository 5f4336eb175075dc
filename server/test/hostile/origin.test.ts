import { expect, test } from 'vitest';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin } = portal.as;

const body = { name: 'X', serial_number: '3A100000000000AA', tags: [] };
const send = (headers: Record<string, string>, url = '/api/v1/devices') =>
  portal.app.inject({
    method: 'POST',
    url,
    headers: { host: 'localhost', 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
  });
test.each([
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': 'same-origin, cross-site' },
  { 'sec-fetch-site': 'cross-site', origin: 'http://localhost' },
  { origin: 'https://evil.example' },
  { origin: 'http://harbor.localhost' },
  { origin: 'http://localhost:3000' },
  { origin: 'http://localhost.evil.example' },
  { origin: 'null' },
  { origin: '' },
  {},
  { referer: 'http://localhost/' },
  { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' },
] as Record<string, string>[])('a write with %j is refused', async (headers) => {
  const answer = await send(headers);
  expect(answer.statusCode).toBe(403);
  expect(answer.json()).toMatchObject({ errors: [{ code: 'foreignOrigin' }] });
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' });
});

test.each(['/%61pi/v1/devices', '/api/v1/%64evices', 'http://localhost/api/v1/devices'])(
  'a write to another spelling of the address, %s, is refused as well',
  async (url) => expect((await send({ 'sec-fetch-site': 'cross-site' }, url)).statusCode).toBe(403),
);

test('writes of the portal and of scripts reach authentication', async () => {
  for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: 'http://localhost' }] as Record<
    string,
    string
  >[])
    expect((await send(headers)).statusCode).toBe(401);
});

test('another site cannot read either', async () => {
  for (const site of ['cross-site', 'same-site'])
    expect((await admin.raw('GET', '/api/v1/me', undefined, { 'sec-fetch-site': site })).status).toBe(403);
  const answer = await admin.raw('GET', '/api/v1/me', undefined, { origin: 'https://evil.example' });
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});
