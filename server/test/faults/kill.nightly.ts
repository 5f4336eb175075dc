// A server process is killed repeatedly during reports. Acknowledged reports are stored completely; others
// completely or not at all; and sending everything again changes nothing.
import { devices } from '@keyward/contract/devices';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '#testing/folder.ts';
import { serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { issueToken } from '#testing/tokens.ts';

const portal = await openPortal();
const { admin } = portal.as;
const owner = portal.database.system;
const folder = temporaryFolder();
let server: ChildProcess | undefined;
let output = '';
afterAll(() => {
  server?.kill('SIGKILL');
  fs.rmSync(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as net.AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
const port = await freePort();

type Reply = { status: number; body: unknown };
function call(
  method: string,
  url: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<Reply | undefined> {
  return new Promise((resolve) => {
    const request = http.request(
      { host: '127.0.0.1', port, method, path: url, headers: { host: 'localhost', ...headers }, timeout: 8000 },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (more: string) => (text += more));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text || 'null') }));
        response.on('error', () => resolve(undefined));
      },
    );
    request.on('error', () => resolve(undefined));
    request.on('timeout', () => request.destroy());
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function start() {
  const main = path.resolve(import.meta.dirname, '../../src/main.ts');
  server = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: portal.database.url,
      KEYWARD_DATA: folder,
      KEYWARD_DEMO: '0',
      KEYWARD_TEST: '1',
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const out of [server.stdout, server.stderr])
    out?.setEncoding('utf8').on('data', (more: string) => (output = (output + more).slice(-4000)));
  const began = performance.now();
  while ((await call('GET', '/readyz', {}))?.status !== 200) {
    if (server.exitCode !== null || performance.now() - began > 40_000) throw new Error(`no server: ${output}`);
    await sleep(40);
  }
}
async function kill() {
  if (!server || server.exitCode !== null) throw new Error(`the server ended by itself: ${output}`);
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
}

const rounds = 4;
/** Minimum number of acknowledged reports before each kill. */
const beforeKill = 3;
const inReport = 15;
const reportOf = (n: number) => ({
  reports: [serials.northPadlock, serials.northCabinet].map((serial) => ({
    serial,
    state: { secured: n % 2 === 0 },
    events: Array.from({ length: inReport }, (_, i) => ({
      id: `${n}-${i}`,
      type: 'LOCK_UNLOCK',
      time: new Date(Date.UTC(2026, 0, 1 + (n % 20), 0, 0, i)).toISOString(),
      agent: i % 3 ? 'manager' : `agent ${n}`,
    })),
  })),
});
const size = inReport * 2;

test('reports survive a killed server', { timeout: 120_000 }, async () => {
  const okm = (await admin.call(devices.list, { query: { serial_number: serials.northOkm } })).data[0]?.id ?? '';
  const { token } = await issueToken(admin, okm);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const send = async (n: number) => {
    const reply = await call('POST', '/gateway/v1/reports', headers, reportOf(n));
    if (reply) expect([200, 503], JSON.stringify(reply)).toContain(reply.status);
    return reply?.status === 200 ? (reply.body as { accepted: number; duplicates: number }) : undefined;
  };

  const acknowledged = new Set<number>();
  let next = 0;
  for (let round = 0; round < rounds; round++) {
    await start();
    const run = { on: true };
    const senders = Array.from({ length: 5 }, async () => {
      while (run.on) {
        const n = next++;
        const reply = await send(n);
        if (!reply) continue;
        expect(reply).toMatchObject({ accepted: size, duplicates: 0 });
        acknowledged.add(n);
      }
    });
    const enough = acknowledged.size + beforeKill;
    while (acknowledged.size < enough) await sleep(5);
    await sleep(Math.random() * 250);
    run.on = false;
    await kill();
    await Promise.all(senders);
  }
  const sent = next;
  await start();

  // the last statements of the killed server may still be running
  const busy = async () =>
    (
      await owner.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity
         where datname = current_database() and usename = 'keyward_app' and state <> 'idle'`,
      )
    ).rows[0]?.n;
  await expect.poll(busy, { timeout: 10_000 }).toBe(0);
  const stored = async () =>
    (
      await owner.query<{ id: string }>(
        `select body::jsonb->>'rawDescription' as id from event where tenant_id = $1 and event = 'LOCK_UNLOCK'`,
        [tenants.demo],
      )
    ).rows.map((r) => Number((JSON.parse(r.id) as { id: string }).id.split('-')[0]));
  const before = Map.groupBy(await stored(), (n) => n);
  for (const [n, events] of before) expect(events, `report ${n}`).toHaveLength(size);
  for (const n of acknowledged) expect(before.has(n), `acknowledged report ${n}`).toBe(true);

  for (let n = 0; n < sent; n++) {
    const reply = await send(n);
    expect(reply, `report ${n} again`).toMatchObject(
      before.has(n) ? { accepted: 0, duplicates: size } : { accepted: size, duplicates: 0 },
    );
  }
  expect(await stored()).toHaveLength(sent * size);
  expect(acknowledged.size).toBeGreaterThanOrEqual(rounds * beforeKill);

  const counts = async (text: string) => (await owner.query<{ n: number }>(text, [tenants.demo])).rows.map((r) => r.n);
  expect(await counts('select n::int as n from event_total where tenant_id = $1 order by n')).toEqual(
    await counts(
      'select count(*)::int as n from event where tenant_id = $1 group by event, location_set_id order by n',
    ),
  );
  expect(await counts('select sum(n)::int as n from event_count where tenant_id = $1')).toEqual(
    await counts('select count(*)::int as n from event where tenant_id = $1'),
  );
  expect(await counts('select n::int as n from event_day where tenant_id = $1 order by n')).toEqual(
    await counts(
      `select count(*)::int as n from event where tenant_id = $1
       group by event, location_set_id, (event_time at time zone 'UTC')::date order by n`,
    ),
  );
  const ended = once(server as ChildProcess, 'exit');
  server?.kill('SIGINT');
  expect(await ended, output).toEqual([0, null]);
});
