import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import cookie from '@fastify/cookie';
import { auth } from '@keyward/contract/auth';
import { devices } from '@keyward/contract/devices';
import { endpoint } from '@keyward/contract/endpoint';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { compressResponses } from './compress.ts';
import { logRequests } from './request-log.ts';
import { route } from './route.ts';
import { serials } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin } = portal.as;
const get = (url: string, encoding?: string) =>
  admin.raw('GET', url, undefined, encoding === undefined ? {} : { 'accept-encoding': encoding });
const decoders = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync };
const names = Object.keys(decoders) as (keyof typeof decoders)[];

test.each(names)('compresses a list with %s for callers that accept it', async (name) => {
  const plain = await get(devices.list.path);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.headers['vary']).toBe('accept-encoding');
  const packed = await get(devices.list.path, name);
  expect(packed.headers).toMatchObject({ 'content-encoding': name, vary: 'accept-encoding' });
  expect(packed.headers['content-length']).toBe(String(packed.bytes.length));
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length);
  expect(decoders[name](packed.bytes).toString()).toBe(plain.text);
});

test('compresses a download that is sent as bytes', async () => {
  const url = `${devices.list.path}?results_per_page=201`;
  const plain = await get(url);
  const packed = await get(url, 'gzip');
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(gunzipSync(packed.bytes).toString()).data).toEqual(JSON.parse(plain.text).data);
});

test('compresses neither short responses nor those for callers that refuse it', async () => {
  for (const encoding of ['identity', 'br;q=0, gzip;q=0, zstd;q=0', 'deflate', ''])
    expect([encoding, (await get(devices.list.path, encoding)).headers['content-encoding']]).toEqual([
      encoding,
      undefined,
    ]);
  const short = await get(auth.sessionCheck.path, 'br');
  expect(short.headers['content-encoding']).toBeUndefined();
});

test('a compressed response has a weak ETag, which If-Match accepts as the same version', async () => {
  const { data } = await admin.call(devices.list, { query: { serial_number: serials.northPadlock } });
  const id = data[0]?.id ?? '';
  const path = devices.get.path.replace(':id', id);
  const plain = await get(path);
  const packed = await get(path, 'br');
  expect(packed.headers['content-encoding']).toBe('br');
  expect(packed.headers['etag']).toBe(`W/${String(plain.headers['etag'])}`);
  const change = (etag: unknown) => admin.raw('PUT', path, { name: 'Weakly matched' }, { 'if-match': String(etag) });
  expect((await change(packed.headers['etag'])).status).toBe(200);
  expect((await change(packed.headers['etag'])).status).toBe(412);
});

test('a response with a secret is not compressed', async () => {
  const app = Fastify();
  await app.register(cookie);
  logRequests(app, { fullAddress: false });
  compressResponses(app);
  app.decorate('deps', { ...portal.app.deps });
  app.decorate('endpoints', []);
  const reply = z.object({ text: z.string() });
  const common = { method: 'GET', summary: 'Long.', needs: 'public', reply } as const;
  const long = async () => ({ text: 'x'.repeat(5_000) });
  route(app, endpoint({ ...common, path: '/api/v1/open' }), long);
  route(app, endpoint({ ...common, path: '/api/v1/hidden', secret: true }), long);
  const headers = { 'accept-encoding': 'br', host: 'localhost' };
  const encodingOf = async (url: string) => (await app.inject({ url, headers })).headers['content-encoding'];
  expect([await encodingOf('/api/v1/open'), await encodingOf('/api/v1/hidden')]).toEqual(['br', undefined]);
  await app.close();
});
