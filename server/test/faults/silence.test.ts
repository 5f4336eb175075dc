// The database vanishes without closing its connections, like a host without power or a firewall that forgets them. New
// connections work. Queries on the old ones would wait for hours.
import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { devices } from '@keyward/contract/devices';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { queueMail } from '#core/mail/mail.ts';
import { openListening } from '#modules/live/live.testing.ts';
import { temporaryFolder } from '#testing/folder.ts';
import { openPortal } from '#testing/portal.ts';
import { startProcess } from '#testing/server.ts';

const portal = await openPortal();
const { system, url } = portal.database;

/** A proxy to the database. After `silence` nothing passes through its open connections, and none of them is closed. */
async function openWay() {
  const { host, port, user, password, database } = new pg.Client(url);
  const ends = new Set<net.Socket>();
  const server = net.createServer((near) => {
    const far = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one);
      one.on('error', () => {});
      one.on('close', () => ends.delete(one) && other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port: own } = server.address() as AddressInfo;
  const silent = new Set<net.Socket>();
  return {
    url: `postgres://${user}:${encodeURIComponent(String(password))}@127.0.0.1:${own}/${database}`,
    silence: () => {
      for (const one of ends) {
        one.unpipe();
        one.removeAllListeners('close');
        one.resume(); // sent data is accepted and lost
        silent.add(one);
      }
      ends.clear();
    },
    close: () => {
      server.close();
      for (const one of [...ends, ...silent]) one.destroy();
    },
  };
}

const way = await openWay();
const data = temporaryFolder();
const server = await startProcess(way.url, data);
afterAll(async () => {
  server.child.kill('SIGKILL');
  await server.ended;
  way.close();
  fs.rmSync(data, { recursive: true, force: true });
});

const mail = async () => {
  const to = { email: 'ann@shop.example', locale: 'en' } as const;
  const queue = { kind: 'passwordChanged', to, validMinutes: 60 } as const;
  const id = await portal.inTenant('demo', (db) => queueMail(db, portal.vault, queue));
  const sent = `select from mail where id = $1 and state = 'sent'`;
  return async () => (await system.query(sent, [id])).rowCount === 1;
};

test('the metrics of a server count the jobs that wait in its queues', async () => {
  const shown = async () => (await server.get('/metrics'))?.text;
  await system.query(`select graphile_worker.add_job('send-mail', run_at => now() + interval '1 hour')`);
  // the job that runs every minute waits for a moment as well
  await expect.poll(shown).toMatch(/^keyward_jobs\{queue="mail",state="waiting"\} 1$/m);
  expect(await shown()).toMatch(/^keyward_mails_waiting 0$/m);
  await system.query(`delete from graphile_worker._private_jobs where run_at > now() + interval '30 minutes'`);
});

test(
  'jobs and the live stream go on when the database falls silent without closing its connections',
  { timeout: 90_000 },
  async () => {
    const { admin } = portal.as;
    const [device] = (await admin.call(devices.list, { query: { name: 'North padlock' } })).data;
    const id = device?.id ?? '';
    const rename = (name: string) => admin.call(devices.update, { params: { id }, body: { name } });
    const stream = await (await openListening(portal, server.port)).listen('admin');
    const names = (changes: Record<string, unknown>[]) =>
      changes.filter(({ device: ids }) => Array.isArray(ids) && ids.includes(id)).length;
    await stream.received('hello');
    await rename('Lock A');
    await stream.until(() => names(stream.changes()) === 1, 'the change before');
    await expect.poll(await mail(), { timeout: 20_000 }).toBe(true);

    // one job waits for an answer that will not come
    const lock = await system.connect();
    await lock.query('begin; lock table tenant in access exclusive mode');
    const add = `select id from graphile_worker.add_job('sweep-mail')`;
    const job = (await system.query<{ id: string }>(add)).rows[0]?.id;
    const waits = `select from pg_stat_activity, graphile_worker.jobs j
      where wait_event_type = 'Lock' and application_name = 'keyward system' and datname = current_database()
        and query like '%from tenant%' and j.id = $1 and j.locked_at is not null`;
    await expect.poll(async () => (await system.query(waits, [job])).rowCount, { timeout: 20_000 }).toBeGreaterThan(0);
    way.silence();
    await lock.query('rollback');
    lock.release();

    const later = await mail();
    await expect.poll(later, { timeout: 30_000 }).toBe(true);
    const queued = async () => (await system.query('select from graphile_worker.jobs where id = $1', [job])).rowCount;
    await expect.poll(queued, { timeout: 30_000 }).toBe(0);
    await rename('Lock B');
    await stream.until(() => names(stream.changes()) === 2, 'the change after');
    expect((await server.get('/readyz'))?.status).toBe(200);
    stream.stop();
  },
);
