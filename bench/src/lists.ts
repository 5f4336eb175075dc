// The lists at size: the portal over HTTP (signed in, rights and places judged) beside the same SQL through the driver
// and beside a bare server. Everything in one run on one machine, so that the ratios mean something.
import { fork } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { permissionIds } from '@keyward/contract/permissions';
import { countRows, listText } from '@keyward/server/core/list/run.ts';
import type { Actor } from '@keyward/server/core/session.ts';
import { tenantDefaults } from '@keyward/server/core/tenant-config.ts';
import { openDatabase } from '@keyward/server/db/connect.ts';
import { inTenant } from '@keyward/server/db/tenant.ts';
import { eventList } from '@keyward/server/modules/activity/list.ts';
import { deviceList } from '@keyward/server/modules/devices/list.ts';
import type pg from 'pg';
import { type Case, listCases, parsedQuery, portalPath } from './cases.ts';
import { get, type Latency, raw, repeat, type Statement, type Target, throughput } from './measure.ts';
import { report, type Result } from './report.ts';
import { buildWorld, type Size, tenantId } from './world.ts';

const latencyMs = 600;
const throughputSeconds = 2;

export async function benchLists({ record, ...size }: Size & { record: boolean }): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'keyward-bench-'));
  fs.chmodSync(folder, 0o755);
  const database = await openDatabase({ dataDir: folder, unsafeFast: true });
  const servers: { stop: () => void }[] = [];
  try {
    const start = performance.now();
    const { cookies } = await buildWorld(database, size);
    const loaded = Math.round((performance.now() - start) / 1000);
    console.log(`${size.events} events and ${size.devices} devices loaded in ${loaded} s`);
    const portal = await startServer('portal', database.url, servers);
    const bare = await startServer('bare', database.url, servers);
    const signedIn: Target = { port: portal, cookie: cookies.everything };
    const cases = await listCases(size, (list, page) => cursorTo(signedIn, list, page));
    const results: Result[] = [];
    for (const one of cases) {
      const target = one.who ? { port: portal, cookie: cookies.oneStore } : signedIn;
      results.push(await measure(one, target, { port: bare }, database));
      console.log(`  ${one.list}s: ${one.name}`);
    }
    const version = await database.system.query<{ v: string }>(`select current_setting('server_version') as v`);
    report(results, size, version.rows[0]?.v ?? '', record);
  } finally {
    for (const server of servers) server.stop();
    await database.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function startServer(kind: 'portal' | 'bare', url: string, servers: { stop: () => void }[]): Promise<number> {
  const child = fork(path.join(import.meta.dirname, 'serve.ts'), [kind, url]);
  servers.push({ stop: () => child.kill() });
  return new Promise((resolve, reject) => {
    child.once('message', (port) => resolve(Number(port)));
    child.once('exit', (code) => reject(new Error(`the ${kind} server ended with ${code}`)));
  });
}

/** Pages by number reach a million rows; from there the cursor leads on. */
async function cursorTo(portal: Target, list: Case['list'], page: number): Promise<string> {
  const ask = async (query: string) => JSON.parse(await get(portal, `/api/v1/${list}s?${query}`)) as { next: string };
  const reachable = Math.min(page - 1, 20_000);
  let { next } = await ask(`page=${reachable}`);
  let rows = (page - 1 - reachable) * 50;
  while (rows > 0) {
    // larger pages are downloads, which are recorded and have cursors of their own
    const size = Math.min(rows, 200);
    ({ next } = await ask(`results_per_page=${size}&cursor=${next}`));
    rows -= size;
  }
  return next;
}

async function measure(
  one: Case,
  portal: Target,
  bare: Target,
  database: { app: pg.Pool; system: pg.Pool },
): Promise<Result> {
  const { page, total } = await statementsOf(one, database.app);
  const http = async (target: Target, url: string): Promise<Latency & { rate: number }> => ({
    ...(await repeat(latencyMs, () => get(target, url))),
    rate: await throughput(target, url, throughputSeconds),
  });
  return {
    case: one,
    portal: await http(portal, portalPath(one)),
    bare: one.bare ? await http(bare, one.bare) : undefined,
    raw: await raw(database.app, page, latencyMs),
    rawTotal: await raw(database.app, total, latencyMs),
    withoutSecurity: await raw(database.system, page, latencyMs),
  };
}

/** What the engine asks of the database for a page of the case, and for its total alone. */
async function statementsOf(one: Case, pool: pg.Pool): Promise<{ page: Statement[]; total: Statement[] }> {
  let heard: Statement[] = [];
  const listening = {
    async connect() {
      const client = await pool.connect();
      return {
        query: (query: string | Statement, ...answer: []) => {
          if (typeof query !== 'string') heard.push(query);
          return client.query(query as string, ...answer);
        },
        release: () => client.release(),
      };
    },
  } as unknown as pg.Pool; // inTenant asks nothing else of a pool
  return inTenant(listening, tenantId, async (db) => {
    const locations = await db.selectFrom('tag_value').select('id').where('name', '=', 'Store 3').execute();
    const actor = reader(one.who ? locations.map((l) => l.id) : 'all');
    heard = [];
    if (one.list === 'event') await listText(db, actor, eventList, parsedQuery(one));
    else await listText(db, actor, deviceList, parsedQuery(one));
    const page = heard;
    heard = [];
    await countRows(db, actor, one.list === 'event' ? eventList : deviceList, parsedQuery(one));
    return { page, total: heard };
  });
}

const reader = (locations: string[] | 'all'): Actor => ({
  id: tenantId,
  name: 'Bench',
  username: 'bench',
  email: null,
  isKeywardAdmin: false,
  support: false,
  sessionId: tenantId,
  tenant: {
    id: tenantId,
    name: 'Bench',
    slug: 'bench',
    config: { ...tenantDefaults, csvDownloadRecordsLimit: -1 },
  },
  authority: { permissions: Object.fromEntries(permissionIds.map((id) => [id, 'TRUE'])), features: [] },
  allData: locations === 'all',
  locations: locations === 'all' ? [] : locations,
});
