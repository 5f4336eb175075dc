// A stopping server continues to serve until its load balancer stops sending requests.
import fs from 'node:fs';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '#testing/folder.ts';
import { openPortal } from '#testing/portal.ts';
import { type ServerProcess, startProcess } from '#testing/server.ts';

const portal = await openPortal();
const data = temporaryFolder();
const servers: ServerProcess[] = [];
async function start(drain: string) {
  const server = await startProcess(portal.database.url, data, { DRAIN_SECONDS: drain });
  servers.push(server);
  return server;
}
afterAll(() => {
  for (const { child } of servers) child.kill('SIGKILL');
  fs.rmSync(data, { recursive: true, force: true });
});

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
/** On one connection, kept open as long as the server allows. */
const kept = (port: number) =>
  new Promise<{ status: number | undefined; connection: string | undefined; reused: boolean }>((resolve, reject) => {
    const request = http.get({
      host: '127.0.0.1',
      port,
      path: '/api/v1/session-check',
      agent,
      headers: { host: 'localhost' },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const { statusCode: status, headers } = response;
      response
        .resume()
        .on('end', () => resolve({ status, connection: headers.connection, reused: request.reusedSocket }));
    });
  });

test('after SIGTERM the server is not ready, still serves and closes each connection; a later signal stops it at once', async () => {
  const { port, child, get, ended, output: said } = await start('300');
  expect((await get('/readyz'))?.status).toBe(200);
  expect(await kept(port)).toMatchObject({ status: 200, connection: 'keep-alive' });
  child.kill('SIGTERM');
  await expect.poll(async () => (await get('/readyz'))?.status).toBe(503);
  expect(JSON.parse((await get('/readyz'))?.text ?? '')).toMatchObject({ status: 'unavailable', reason: 'stopping' });
  // an open connection is served once more, with Connection: close
  expect(await kept(port)).toEqual({ status: 200, connection: 'close', reused: true });
  expect(await kept(port)).toEqual({ status: 200, connection: 'close', reused: false });
  expect((await get('/healthz'))?.status).toBe(200);
  const again = () => {
    child.kill('SIGTERM');
    return child.exitCode;
  };
  await expect.poll(again, { timeout: 10_000 }).toBe(0);
  expect(await ended, said()).toEqual([0, null]);
  expect(await get('/healthz')).toBeUndefined();
});

test('two SIGTERMs at once, from the process group and from npm, count as one', async () => {
  const { child, get, ended, output: said } = await start('300');
  child.kill('SIGTERM');
  await sleep(20);
  child.kill('SIGTERM');
  await expect.poll(async () => (await get('/readyz'))?.status).toBe(503);
  for (let n = 0; n < 20; n++) expect((await get('/healthz'))?.status, said()).toBe(200);
  child.kill('SIGINT');
  expect(await ended, said()).toEqual([0, null]);
});

test('the port closes when the drain time is over, and at once on Ctrl+C', async () => {
  const [brief, long] = await Promise.all([start('1'), start('300')]);
  brief.child.kill('SIGTERM');
  long.child.kill('SIGINT');
  expect(await brief.ended, brief.output()).toEqual([0, null]);
  expect(await long.ended, long.output()).toEqual([0, null]);
});
