// The gateway under load: 4 controllers that report over HTTP in batches of 100 events, durable, against the same
// events inserted in the same batches through only the driver (all indexes, same-commit counters, nothing else).
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { gateway, type Report } from '@keyward/contract/gateway';
import { newSecret, secretHash } from '@keyward/server/core/auth/secrets.ts';
import type { Database } from '@keyward/server/db/connect.ts';
import { inTenant, rows } from '@keyward/server/db/tenant.ts';
import type { DeviceSpec } from '@keyward/server/seed/spec.ts';
import { seedTenant } from '@keyward/server/seed/tenant.ts';
import { median } from './measure.ts';
import { withTestBed } from './test-bed.ts';

const controllers = 4;
const batch = 100;
const devicesEach = 25;
const rounds = 3;

export type Controller = { token: string; serials: string[]; staff: string[] };

export async function benchGateway({ seconds }: { seconds: number }): Promise<void> {
  await withTestBed(
    async ({ database, start }) => {
      const { tenantId, places } = await seedWorld(database);
      const { port } = await start('portal');
      const measured: { gateway: number; insert: number }[] = [];
      // the first round warms up both; they alternate, so that noise of the machine affects both
      for (let round = 0; round <= rounds; round++) {
        const insert = await perSecond(seconds, await inserters(database, tenantId));
        const reported = await perSecond(
          seconds,
          places.map((place) => reporter(port, place)),
        );
        // autovacuum does this within a minute of the first rows: the planner needs statistics of the new table
        if (round === 0) await database.system.query('analyze');
        if (round > 0) measured.push({ gateway: reported, insert });
      }
      const medianOf = (key: 'gateway' | 'insert') => median(measured.map((m) => m[key]));
      const n = (value: number) => Math.round(value).toLocaleString('en');
      console.log(
        `gateway, ${controllers} controllers, batches of ${batch}, durable: ${n(medianOf('gateway'))} events/s`,
      );
      console.log(`the batched insert alone, ${controllers} connections: ${n(medianOf('insert'))} events/s`);
      console.log(
        `ratio ${(medianOf('gateway') / medianOf('insert')).toFixed(2)} (wanted 0.6), median of ${rounds} rounds of ${seconds} s`,
      );
      await check(database, tenantId);
    },
    { durable: true },
  );
}

/** Counters that do not match the events would invalidate the figures. */
async function check(database: Database, tenantId: string) {
  await inTenant(database.system, tenantId, async (db) => {
    const [sums] = await rows<{ events: number; total: number; days: number; counted: number }>(
      db,
      `select (select count(*) from event where tenant_id = $1) as events,
        (select sum(n)::bigint from event_total where tenant_id = $1) as total,
        (select sum(n)::bigint from event_day where tenant_id = $1) as days,
        (select sum(n)::bigint from event_count where tenant_id = $1) as counted`,
      [tenantId],
    );
    if (!sums || sums.events !== sums.total || sums.events !== sums.days || sums.events !== sums.counted) {
      throw new Error(`the counters are wrong: ${JSON.stringify(sums)}`);
    }
    console.log(`${sums.events.toLocaleString('en')} events stored, all counted`);
  });
}

export async function seedWorld(database: Database): Promise<{ tenantId: string; places: Controller[] }> {
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);
  const serial = (prefix: string, store: number, n: number) =>
    `${prefix}${store.toString(16).padStart(4, '0')}${n.toString(16).padStart(8, '0')}`.toUpperCase();
  const stores = numbers(controllers).map((i) => `Store ${i}`);
  const tenant = await seedTenant(database.system, {
    slug: 'bench',
    name: 'Bench',
    hosts: ['127.0.0.1'],
    tags: [{ label: 'Location', kind: 'location', values: stores }],
    profiles: stores.flatMap((store, i) =>
      numbers(20).map((n) => ({ username: `p${i}.${n}`, name: `Person ${i} ${n}`, tags: { Location: [store] } })),
    ),
    devices: stores.flatMap((location, i): DeviceSpec[] => [
      { serial: serial('9F40', i, 0), name: `OKM ${i}`, location },
      ...numbers(devicesEach).map((n) => ({
        serial: serial('3A10', i, n),
        name: `Padlock ${i} ${n}`,
        location,
        controller: serial('9F40', i, 0),
      })),
    ]),
  });
  const places = stores.map((_, i) => ({
    token: newSecret(),
    serials: numbers(devicesEach).map((n) => serial('3A10', i, n)),
    staff: numbers(20).map((n) => `p${i}.${n}`),
  }));
  await database.system.query('select ensure_event_partitions(now(), 2)');
  await inTenant(database.system, tenant.id, async (db) => {
    for (const [i, place] of places.entries()) {
      await rows(
        db,
        `insert into controller_token (tenant_id, device_id, token_hash, prefix, created_by) values ($1, $2, $3, '', 'bench')`,
        [tenant.id, tenant.devices.get(serial('9F40', i, 0)), secretHash(place.token)],
      );
    }
  });
  return { tenantId: tenant.id, places };
}

/** Runs each worker's next batch as soon as its previous one is done; returns events per second. */
export async function perSecond(seconds: number, workers: (() => Promise<void>)[]): Promise<number> {
  const start = performance.now();
  let batches = 0;
  await Promise.all(
    workers.map(async (work) => {
      while (performance.now() - start < seconds * 1000) {
        await work();
        batches++;
      }
    }),
  );
  return (batches * batch * 1000) / (performance.now() - start);
}

export function reporter(port: number, place: Controller): () => Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const events = batch / devicesEach;
  return async () => {
    const reports = place.serials.map((serial, i): Report => {
      const time = new Date().toISOString();
      return {
        serial,
        reportedAt: time,
        state: { secured: i % 2 === 0, battery: 80, signal: -60, cycles: i },
        events: Array.from({ length: events }, (_, n) => ({
          id: randomUUID(),
          type: 'LOCK_UNLOCK' as const,
          time,
          result: 'success' as const,
          agent: place.staff[(i + n) % place.staff.length] ?? '',
          attributes: { secured: n % 2 === 0 },
        })),
      };
    });
    await post(port, agent, place.token, { reports });
  };
}

/** Sends reports whose events must all be new. */
export function post(port: number, agent: http.Agent, token: string, sent: { reports: Report[] }): Promise<void> {
  const body = JSON.stringify(sent);
  const count = sent.reports.reduce((sum, { events }) => sum + (events?.length ?? 0), 0);
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const request = http.request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: gateway.reports.path,
      agent,
      headers,
    });
    request.on('error', reject);
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => {
        if (response.statusCode === 200 && text.includes(`"accepted":${count},`)) resolve();
        else reject(new Error(`${response.statusCode} ${text}`));
      });
    });
    request.end(body);
  });
}

/** One transaction of three statements per batch; everything independent of the batch is prepared beforehand. */
async function inserters(database: Database, tenantId: string): Promise<(() => Promise<void>)[]> {
  const stored = await inTenant(database.system, tenantId, (db) =>
    rows<{ set: string; party: string }>(
      db,
      `select coalesce((select id from location_set where tenant_id = $1 limit 1), $1) as set,
        coalesce((select id from event_party where tenant_id = $1 limit 1), $1) as party`,
      [tenantId],
    ),
  );
  const { set, party } = stored[0] ?? { set: tenantId, party: tenantId };
  const columns = 13;
  const values = Array.from(
    { length: batch },
    (_, r) => `($1,${Array.from({ length: columns }, (__, c) => `$${2 + r * columns + c}`).join()})`,
  ).join();
  const insert = `insert into event (tenant_id, event_time, id, event, result, agent_domain, agent_id, agent_party,
    entity_domain, entity_id, entity_party, location_set_id, received_at, body) values ${values}`;
  return Array.from({ length: controllers }, (_, i) => async () => {
    const client = await database.app.connect();
    try {
      const time = new Date().toISOString();
      const rowsOfBatch = Array.from({ length: batch }, () => {
        const id = randomUUID();
        const body = JSON.stringify({ id, event_time: time, filler: 'x'.repeat(620) });
        return [time, id, 'LOCK_UNLOCK', 'success', 'profile', id, party, 'device', id, party, set, time, body];
      });
      await client.query(`begin; set local app.tenant_id = '${tenantId}'`);
      await client.query({ name: 'bench_insert', text: insert, values: [tenantId, ...rowsOfBatch.flat()] });
      await client.query({
        name: 'bench_total',
        text: `insert into event_total (tenant_id, event, location_set_id, n) values ($1, $2, $3, ${batch})
          on conflict (tenant_id, event, location_set_id) do update set n = event_total.n + excluded.n`,
        values: [tenantId, `BENCH_${i}`, set],
      });
      await client.query({
        name: 'bench_day',
        text: `insert into event_day (tenant_id, day, event, location_set_id, n) values ($1, $2, $3, $4, ${batch})
          on conflict (tenant_id, day, event, location_set_id) do update set n = event_day.n + excluded.n`,
        values: [tenantId, time.slice(0, 10), `BENCH_${i}`, set],
      });
      await client.query('commit');
    } finally {
      client.release();
    }
  });
}
