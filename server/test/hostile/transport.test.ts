import { endpoints } from '@keyward/contract/endpoints';
import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { imports } from '@keyward/contract/imports';
import { afterAll, expect, test } from 'vitest';
import { gzipSync } from 'node:zlib';
import { maxDifferentKeys } from '#core/http/json.ts';
import { north } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { stateOf } from '#testing/state.ts';
import { addressOf } from './generate.ts';
import { sendAll, violationOf, type Sent } from './oracle.ts';

const portal = await openPortal();
const { admin } = portal.as;
const location = (await admin.call(groups.definitions, {})).data.find((d) => d.is_location)?.id ?? '';
let serial = 0;
const right = () =>
  JSON.stringify({
    name: 'Right',
    serial_number: `3A10${(0xcc000 + serial++).toString(16).padStart(12, '0')}`,
    tags: [{ tagId: location, values: [north] }],
  });
const create = (headers: Record<string, string>, body: unknown = right()): Sent => ({
  method: 'POST',
  url: devices.create.path,
  body,
  headers,
});
const of = (...statuses: number[]) => new Set(statuses);
const statuses = (tally: { byStatus: Record<number, number> }) => new Set(Object.keys(tally.byStatus).map(Number));
let sent = 0;
const all = async (requests: Sent[]) => {
  const tally = await sendAll(portal, admin, requests);
  sent += tally.sent;
  return statuses(tally);
};

test('JSON is the only accepted body type, whatever the media type', async () => {
  const kinds = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
  ];
  const odd = [
    'application/jsonx',
    'application/jso',
    'json',
    '*/*',
    'application/json-patch+json',
    'text/json',
    'application/ json',
    ';',
    ',',
    'application/json, text/plain',
    'application/x-ndjson',
    'application',
  ];
  expect(await all([...kinds, ...odd].map((type) => create({ 'content-type': type })))).toEqual(of(415));
  const spelled = [
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/json;',
    'application/json ; a=b',
    'application/json\t',
  ];
  for (const type of spelled) {
    const answer = await admin.raw('POST', devices.create.path, right(), { 'content-type': type });
    expect([201, 415], type).toContain(answer.status);
  }
});

test('a compressed body is not decompressed', async () => {
  const packed = gzipSync(right()).toString('latin1');
  const encodings = ['gzip', 'br', 'deflate', 'gzip, gzip', 'x'];
  expect(await all(encodings.map((e) => create({ 'content-encoding': e }, packed)))).toEqual(of(415));
});

test('invalid UTF-8 is refused, not repaired', async () => {
  for (const bytes of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf0, 0x9f], [0xc0, 0xaf], [0xfe, 0xff, 0, 0x7b]]) {
    const answer = await portal.app.inject({
      method: 'POST',
      url: '/api/v1/login',
      headers: { host: 'localhost', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      payload: Buffer.concat([Buffer.from('{"username":"'), Buffer.from(bytes), Buffer.from('","password":"x"}')]),
    });
    expect(answer.statusCode, bytes.join()).toBe(400);
  }
});

test('a body is limited to exactly one mebibyte', async () => {
  const of1MiB = (more: number) => `{"name":"${'x'.repeat(1024 * 1024 - 11 + more)}"}`;
  expect((await admin.raw('POST', devices.create.path, of1MiB(0))).status).toBe(400);
  expect(await all([create({}, of1MiB(1)), create({}, of1MiB(1024 * 1024))])).toEqual(of(413));
});

test('bodies of public calls are limited, in bytes and in keys', async () => {
  const open = Object.values(endpoints).filter((spec) => spec.body !== undefined && spec.needs === 'public');
  expect(open.length).toBeGreaterThan(8);
  for (const spec of open) {
    expect(spec.bodyLimit ?? 4096).toBeLessThanOrEqual(20_480);
    const url = addressOf(spec, { provider: 'x' });
    const send = (body: unknown) => portal.as.anonymous.raw(spec.method, url, body);
    const keys = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`k${i}`, 1]));
    expect((await send(keys)).status, url).toBe(413);
    expect((await send({ text: 'x'.repeat(spec.bodyLimit ?? 4096) })).status, url).toBe(413);
    expect((await send({ text: 'x'.repeat(2000) })).status, url).not.toBe(413);
  }
  const many = JSON.stringify(Array.from({ length: 10_001 }, () => ({ k: 1 })));
  expect((await admin.raw('POST', devices.create.path, many)).status).toBe(413);
});

test('a call that needs a session or a token is refused before its body is judged', async () => {
  const closed = Object.values(endpoints).filter(({ needs, method }) => needs !== 'public' && method !== 'GET');
  expect(closed.length).toBeGreaterThan(80);
  for (const spec of closed) {
    const code = spec.needs === 'controller' ? 'invalidControllerToken' : 'unauthorized';
    for (const type of ['application/json', 'text/csv', 'text/plain']) {
      const url = addressOf(spec, { id: 'x' });
      const answer = await portal.as.anonymous.raw(spec.method, url, '{', { 'content-type': type });
      expect([answer.status, answer.body], `${spec.method} ${url}`).toEqual([
        401,
        { errors: [expect.objectContaining({ code })] },
      ]);
    }
  }
});

test('a body beyond one mebibyte is read only from callers who may make the call', async () => {
  const large = Object.values(endpoints).filter(({ bodyLimit = 0 }) => bodyLimit > 1024 * 1024);
  expect(large.length).toBeGreaterThan(2);
  for (const spec of large) {
    const type = spec.file ?? 'application/json';
    const send = (caller: typeof admin) => caller.raw(spec.method, spec.path, '\u0000', { 'content-type': type });
    expect((await send(portal.as.clerk)).status, spec.path).toBe(403);
    expect((await send(admin)).status, spec.path).not.toBe(401);
  }
});

test('an object with half a million keys is refused', async () => {
  const keys = (n: number) => `{"users":[{${Array.from({ length: n }, (_, i) => `"${i}":0`).join()}}]}`;
  expect((await admin.raw('POST', imports.bulk.path, keys(maxDifferentKeys - 1))).status).not.toBe(413);
  for (const n of [maxDifferentKeys, 500_000])
    expect((await admin.raw('POST', imports.bulk.path, keys(n))).status).toBe(413);
});

test('no header overrides the method or the path', async () => {
  const before = await stateOf(portal.database);
  const [device] = (await admin.call(devices.list, {})).data;
  const url = `/api/v1/devices/${device?.id}`;
  for (const header of ['x-http-method-override', 'x-http-method', 'x-method-override', '_method'])
    expect((await admin.raw('GET', url, undefined, { [header]: 'DELETE' })).status).toBe(200);
  for (const header of ['x-original-url', 'x-rewrite-url', 'x-forwarded-path', 'x-forwarded-prefix'])
    expect((await admin.raw('GET', '/api/v1/session-check', undefined, { [header]: url })).text).toBe(
      '{"isAuthenticated":true}',
    );
  expect(await stateOf(portal.database)).toEqual(before);
});

test('HEAD, OPTIONS and TRACE give no access', async () => {
  const requests = Object.values(endpoints).flatMap((spec) =>
    ['HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'PATCH'].map((method): Sent => ({
      method,
      url: addressOf(spec, { id: 'x' }),
    })),
  );
  const seen = await all(requests);
  expect([...seen].filter((status) => ![400, 403, 404].includes(status))).toEqual([]);
});

test('near misses of API paths are unknown', async () => {
  const spelled = [
    '/api/v1/devices/',
    '/API/v1/devices',
    '/api//v1/devices',
    '//api/v1/devices',
    '/api/v1/devices%2f',
    '/api/v1/devices%00',
    '/api/v1/devices%20',
    '/api/v1/devices;a=b',
    '/api/v2/devices',
    '/api/v1/devices/..%2f..%2fetc/passwd',
    '/api/docs/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..',
    '/.env',
    '/.git/config',
    '/server/src/main.ts',
    '/assets/../index.html',
    '/api',
    '/api/',
    '/gateway/v1',
    '/%',
    '/%c0%ae',
    '\\api',
  ];
  for (const url of spelled) {
    const answer = await admin.raw('GET', url);
    expect(violationOf({ method: 'GET', url }, answer, 0), url).toBeUndefined();
    expect(answer.text, url).not.toMatch(/root:[^:]*:0:|"dependencies"|"data"/);
  }
});

test('headers may be odd, many and long', async () => {
  const odd: Record<string, string>[] = [
    { cookie: 'keyward' },
    { cookie: `keyward=${'a'.repeat(8000)}` },
    { cookie: 'keyward="\u00ff"; keyward=%zz; =; ;;' },
    { cookie: '__proto__=1; constructor=2' },
    { authorization: 'Bearer' },
    { authorization: `Bearer ${'0'.repeat(64)} x` },
    { authorization: `Basic ${'a'.repeat(4000)}` },
    { accept: 'text/html' },
    { 'accept-language': '*;q=x,,,' },
    { range: 'bytes=0-0' },
    { 'if-none-match': '*' },
    { 'if-modified-since': 'never' },
    { connection: 'host' },
    { 'transfer-encoding': 'identity' },
    { 'user-agent': '\u00ff'.repeat(2000) },
    { 'x-request-id': '${jndi:ldap://x}' },
  ];
  for (const headers of odd) {
    const answer = await portal.as.anonymous.raw('GET', '/api/v1/session-check', undefined, headers);
    expect(
      violationOf({ method: 'GET', url: '/api/v1/session-check' }, answer, 0),
      JSON.stringify(headers).slice(0, 80),
    ).toBeUndefined();
    expect(answer.status).toBe(200);
  }
  const agent = 'é'.repeat(1000);
  const answer = await portal.as.anonymous.raw(
    'POST',
    '/api/v1/login',
    { username: 'x', password: 'x' },
    { 'user-agent': agent },
  );
  expect(answer.status).toBe(401);
});

test('If-Match is checked or refused, never ignored', async () => {
  const { data } = await admin.call(devices.get, {
    params: { id: (await admin.call(devices.list, {})).data[0]?.id ?? '' },
  });
  const put = (match: string) =>
    admin.raw('PUT', `/api/v1/devices/${data.id}`, { name: data.name }, { 'if-match': match }).then((a) => a.status);
  expect(await put(`"${data.version}"`)).toBe(200);
  expect(await put(`W/"${data.version}"`)).toBe(200);
  expect(await put('*')).toBe(200);
  expect(await put(`"${data.version + 1}"`)).toBe(412);
  for (const odd of ['', '1', '"x"', '""', '"1", "2"', '"1', '"-1"', '"99999999999"', 'W/1', '"1e0"'])
    expect(await put(odd), odd).toBe(400);
});

test('the service still works after all of this', async () => {
  expect((await admin.request(devices.list, {})).status).toBe(200);
  expect((await admin.raw('GET', '/readyz')).status).toBe(200);
});

afterAll(() => console.log(`hostile transport: ${sent}`));
