import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '#app.ts';
import { createPool } from '#db/pool.ts';
import { temporaryFolder } from '#testing/folder.ts';

const folder = temporaryFolder();
fs.mkdirSync(path.join(folder, 'assets'));
fs.writeFileSync(
  path.join(folder, 'index.html'),
  '<!doctype html><title>Portal</title><script>hello()</script><script src="/assets/a-1234.js"></script>',
);
fs.writeFileSync(path.join(folder, 'assets/a-1234.js'), 'export {};');
fs.writeFileSync(path.join(folder, 'mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
// no request here needs the database
const pool = createPool('postgres://nobody:x@127.0.0.1:1/none', { max: 1, name: 'test' });
const app = await buildApp({ pool, demo: false, portal: folder });
afterAll(async () => {
  await app.close();
  await pool.end();
  fs.rmSync(folder, { recursive: true });
});
const get = (url: string) => app.inject({ url, headers: { host: 'localhost' } });

test('every address of the portal serves index.html, revalidated each time', async () => {
  for (const url of ['/', '/devices?open=1', '/set-password?token=x', '/no/such/page']) {
    const answer = await get(url);
    expect(answer.statusCode, url).toBe(200);
    expect(answer.body).toContain('<title>Portal</title>');
    expect(answer.headers['cache-control']).toBe('no-cache');
    // allows only the page's own inline script: echo -n 'hello()' | openssl dgst -sha256 -binary | base64
    expect(answer.headers['content-security-policy']).toContain(
      "script-src 'self' 'sha256-mTytrf2QssaOZNGNRT1WCtMRd3ocH8LJxQQu5qMUanU=';",
    );
  }
});

test('only the page of devices may use the camera', async () => {
  const policyOf = async (url: string) => (await get(url)).headers['permissions-policy'];
  for (const url of ['/devices', '/devices/', '/devices?open=new'])
    expect(await policyOf(url), url).toMatch(/^camera=\(self\),/);
  for (const url of ['/', '/activity', '/devicesx', '/users?x=/devices', '/mark.svg', '/api/docs', '/assets/a-1234.js'])
    expect(await policyOf(url), url).toBe('camera=(), geolocation=(), microphone=(), payment=(), usb=()');
});

test.each([
  '/api/v1/devices',
  '/gateway/v1/changes',
  '/api/v1/none',
  '/api/v1/docs',
  '/api/docsx',
  '/gateway/docs',
  '/api/%zz',
])('an answer to %s may load nothing and be shown in no frame, and is not stored', async (url) => {
  const [call, page] = [(await get(url)).headers, (await get('/')).headers];
  expect(call).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  });
  for (const name of [
    'cross-origin-resource-policy',
    'referrer-policy',
    'strict-transport-security',
    'x-content-type-options',
    'x-frame-options',
  ]) {
    expect(page[name], name).toBeDefined();
    expect(call[name], name).toBe(page[name]);
  }
});

test.each(['/api/docs', '/api/docs/start.js'])('%s has the headers of a page, and is not stored', async (url) => {
  const [docs, page] = [(await get(url)).headers, (await get('/')).headers];
  expect(docs['cache-control']).toBe('no-store');
  for (const name of ['content-security-policy', 'cross-origin-opener-policy', 'permissions-policy'])
    expect(docs[name], name).toBe(page[name]);
});

test('files with a hash in their name are immutable, others are revalidated', async () => {
  expect((await get('/assets/a-1234.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await get('/mark.svg')).headers['cache-control']).toBe('no-cache');
});

test('the page stays that of the start, compressed by its build, even after a newer build replaced the files', async () => {
  const other = temporaryFolder();
  const write = (name: string) => {
    const page = `<!doctype html><title>${name}</title><script>${name}()</script>`;
    fs.writeFileSync(path.join(other, 'index.html'), page);
    fs.writeFileSync(path.join(other, 'index.html.br'), brotliCompressSync(page));
    return page;
  };
  const first = write('first');
  const started = await buildApp({ pool, demo: false, portal: other });
  const ask = (url: string, headers: Record<string, string> = {}) =>
    started.inject({ url, headers: { host: 'localhost', ...headers } });
  const before = await ask('/');
  write('second');
  for (const url of ['/', '/devices', '/index.html']) {
    const answer = await ask(url);
    expect([answer.body, answer.headers['content-security-policy']], url).toEqual([
      first,
      before.headers['content-security-policy'],
    ]);
    const small = await ask(url, { 'accept-encoding': 'gzip, br' });
    expect(small.headers['content-encoding'], url).toBe('br');
    expect(brotliDecompressSync(small.rawPayload).toString(), url).toBe(first);
    const etag = String(answer.headers['etag']);
    expect((await ask(url, { 'if-none-match': etag })).statusCode, url).toBe(304);
  }
  const next = await buildApp({ pool, demo: false, portal: other });
  const etag = String(before.headers['etag']);
  const newer = await next.inject({ url: '/', headers: { host: 'localhost', 'if-none-match': etag } });
  expect([newer.statusCode, newer.body]).toEqual([200, expect.stringContaining('second')]);
  await Promise.all([started.close(), next.close()]);
  fs.rmSync(other, { recursive: true });
});

test('an address that is neither file nor page gets a JSON 404', async () => {
  for (const url of ['/assets/gone.js', '/api/v1/none', '/gateway/none', '/api']) {
    const answer = await get(url);
    expect(answer.statusCode, url).toBe(404);
    expect(answer.json()).toMatchObject({ errors: [{ code: 'notFound' }] });
  }
  expect((await app.inject({ method: 'POST', url: '/devices', headers: { host: 'localhost' } })).statusCode).toBe(404);
});
