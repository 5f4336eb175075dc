// Raw socket input: bytes that are not HTTP, requests that never end, wrong lengths.
import { errorReply } from '@keyward/contract/errors';
import net from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
let port = 0;
beforeAll(async () => {
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  port = (portal.app.server.address() as net.AddressInfo).port;
});

type SocketResponse = { text: string; closed: boolean };
/** Sends bytes and reads until the server closes the connection, or for `ms`. */
function send(bytes: string | Buffer, ms = 400): Promise<SocketResponse> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    let text = '';
    const end = (closed: boolean) => {
      socket.destroy();
      resolve({ text, closed });
    };
    const timer = setTimeout(() => end(false), ms);
    socket.on('data', (data) => (text += data.toString('latin1')));
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      end(true);
    });
    socket.write(bytes);
  });
}
const statusOf = (said: SocketResponse) => Number(/^HTTP\/1\.1 (?!100)(\d{3})/m.exec(said.text)?.[1] ?? 0);
function checkResponse(response: SocketResponse, name: string) {
  const body = response.text.split('\r\n\r\n').at(-1) ?? '';
  expect(errorReply.safeParse(JSON.parse(body || 'null')).success, `${name}: ${response.text.slice(0, 300)}`).toBe(
    true,
  );
  expect(response.text.toLowerCase(), name).toContain('cache-control: no-store');
  expect(response.text.toLowerCase(), name).toContain('x-content-type-options: nosniff');
}

const get = (more = '', line = 'GET /api/v1/me HTTP/1.1') =>
  `${line}\r\nhost: localhost\r\n${more}connection: close\r\n\r\n`;
const post = (more: string, body = '') =>
  `POST /api/v1/login HTTP/1.1\r\nhost: localhost\r\nsec-fetch-site: same-origin\r\ncontent-type: application/json\r\n${more}connection: close\r\n\r\n${body}`;

test.each<[string, string, readonly number[]]>([
  ['noise', '\u0000\u0001\u0002\u0003\r\n\r\n', [400]],
  ['a TLS hello', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003', [400]],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
  ['an unknown method', get('', 'FOO /api/v1/me HTTP/1.1'), [400]],
  ['no version', 'GET /api/v1/me\r\n\r\n', [400, 421]],
  ['HTTP/9.9', get('', 'GET /api/v1/me HTTP/9.9'), [400]],
  ['a space in the address', get('', 'GET /api/v1 /me HTTP/1.1'), [400]],
  ['a header without a colon', get('nothing\r\n'), [400]],
  ['a header with a NUL', get('x: a\u0000b\r\n'), [400]],
  ['a folded header', get('x: a\r\n b: c\r\n'), [400, 401]],
  ['a space before the colon', get('host : evil.example\r\n'), [400]],
  ['two lengths', post('content-length: 2\r\ncontent-length: 3\r\n', '{}'), [400]],
  ['length and chunks', post('content-length: 2\r\ntransfer-encoding: chunked\r\n', '0\r\n\r\n'), [400]],
  ['a negative length', post('content-length: -1\r\n', '{}'), [400]],
  ['a length in hexadecimal', post('content-length: 0x2\r\n', '{}'), [400]],
  ['a huge length', post('content-length: 99999999999999999999\r\n', '{}'), [400, 413]],
  ['a length beyond the limit', post('content-length: 1048577\r\n', '{}'), [413]],
  ['a chunk that lies', post('transfer-encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n'), [400]],
  ['an unknown transfer coding', post('transfer-encoding: gzip\r\n', '{}'), [400]],
  ['chunks called twice', post('transfer-encoding: chunked, chunked\r\n', '0\r\n\r\n'), [400]],
  ['headers beyond 16 KiB', get(`x: ${'a'.repeat(20_000)}\r\n`), [431]],
  ['an address beyond 16 KiB', get('', `GET /api/v1/me?${'a'.repeat(20_000)} HTTP/1.1`), [431]],
  ['three thousand headers', get('x: y\r\n'.repeat(3000)), [431]],
  ['no host', 'GET /api/v1/me HTTP/1.1\r\nconnection: close\r\n\r\n', [421]],
  ['HTTP/1.0 without a host', 'GET /api/v1/me HTTP/1.0\r\n\r\n', [421]],
  ['two hosts', get('host: harbor.localhost\r\n'), [421]],
  ['an empty host', 'GET /api/v1/me HTTP/1.1\r\nhost:\r\nconnection: close\r\n\r\n', [421]],
  ['another host in the address', get('', 'GET http://harbor.localhost/api/v1/session-check HTTP/1.1'), [400]],
  ['another port in the address', get('', 'GET http://localhost:81/api/v1/session-check HTTP/1.1'), [400]],
  ['a person in the address', get('', 'GET http://a@localhost/api/v1/session-check HTTP/1.1'), [400]],
  ['another host in an address that leads nowhere', get('', 'GET http://harbor.localhost/x HTTP/1.1'), [400]],
  ['its own host in the address', get('', 'GET http://LOCALHOST/api/v1/me HTTP/1.1'), [401]],
  ['an address of another scheme', get('', 'GET ftp://localhost/api/v1/me HTTP/1.1'), [200, 400, 404]],
  ['an asterisk for an address', get('', 'GET * HTTP/1.1'), [200, 400, 404]],
  ['TRACE', get('', 'TRACE /api/v1/me HTTP/1.1'), [403, 404]],
  ['QUERY', get('', 'QUERY /api/v1/me HTTP/1.1'), [403, 404]],
  ['an upgrade', get('upgrade: h2c\r\n'), [401]],
  ['a strange expectation', post('expect: the worst\r\ncontent-length: 2\r\n', '{}'), [400]],
  ['an expected 100-continue', post('expect: 100-continue\r\ncontent-length: 2\r\n', '{}'), [400]],
])('%s gets an expected status', async (name, bytes, wanted) => {
  const response = await send(Buffer.from(bytes, 'latin1'), 3000);
  expect(wanted, response.text.slice(0, 300)).toContain(statusOf(response));
  // addresses outside the API get the portal's page, if it is built
  if (statusOf(response) === 200) expect(response.text).toContain('text/html');
  else checkResponse(response, name);
});

const endless = (path: string, more = '') =>
  post(`${more}content-length: 1000000\r\n`, '{').replace('/api/v1/login', path);
test.each([
  ['a session', endless('/api/v1/users/bulk'), 'unauthorized'],
  ['a token', endless('/gateway/v1/reports'), 'invalidControllerToken'],
  [
    'a valid session, where a body may be large,',
    endless('/api/v1/users/bulk', `cookie: keyward=${'0'.repeat(64)}\r\n`),
    'sessionExpired',
  ],
])('a call without %s is answered while its body is still to come', async (_, bytes, code) => {
  const response = await send(bytes, 3000);
  expect(statusOf(response)).toBe(401);
  expect(response.text).toContain(`"code":"${code}"`);
});

test('after a bad request the rest of the connection is ignored', async () => {
  const smuggled = post(
    'content-length: 2\r\ntransfer-encoding: chunked\r\n',
    '0\r\n\r\nGET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n',
  );
  const response = await send(smuggled, 3000);
  expect(response.closed).toBe(true);
  expect(response.text.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
});

test('CONNECT is refused', async () => {
  expect((await send('CONNECT localhost:80 HTTP/1.1\r\nhost: localhost\r\n\r\n')).text).not.toContain('200');
});

test('a truncated body has no effect and blocks nothing', async () => {
  const began = performance.now();
  await Promise.all(
    Array.from({ length: 50 }, (_, i) => send(post('content-length: 500\r\n', '{"username":"'.slice(0, i % 14)), 50)),
  );
  expect((await send(get('', 'GET /healthz HTTP/1.1'), 2000)).text).toContain('200 OK');
  expect(performance.now() - began).toBeLessThan(5000);
});

test('a partial request blocks no others and times out', async () => {
  const slow = Array.from({ length: 200 }, () => {
    const socket = net.connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write('GET /api/v1/me HTTP/1.1\r\nhost: loc');
    return socket;
  });
  const response = await send(get('', 'GET /api/v1/session-check HTTP/1.1'), 2000);
  expect(response.text).toContain('{"isAuthenticated":false}');
  for (const socket of slow) socket.destroy();
  const { server } = portal.app;
  expect([server.headersTimeout, server.requestTimeout, server.keepAliveTimeout]).toEqual([10_000, 30_000, 72_000]);
});

test('pipelined requests are answered in order', async () => {
  const one = 'GET /api/v1/session-check HTTP/1.1\r\nhost: localhost\r\n\r\n';
  const response = await send(one.repeat(20) + get('', 'GET /healthz HTTP/1.1'), 3000);
  expect(response.text.match(/HTTP\/1\.1 200/g)).toHaveLength(21);
  expect(response.text.trimEnd().endsWith('{"status":"ok"}')).toBe(true);
});
