// The figures of /metrics on the server and its queues, each before and after the event that changes it.
import { devices } from '@keyward/contract/devices';
import { gateway } from '@keyward/contract/gateway';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '#app.ts';
import { measureBacklog } from '#core/jobs/backlog.ts';
import { queueMail } from '#core/mail/mail.ts';
import { acquire } from '#db/pool.ts';
import { openListening } from '#modules/live/live.testing.ts';
import { jobs } from '#modules.ts';
import { settle } from '#testing/controllers.ts';
import { openOutbox } from '#testing/outbox.ts';
import { serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { issueToken } from '#testing/tokens.ts';

const portal = await openPortal({ connections: 4 });
const { app: pool, system } = portal.database;
const app = await buildApp({
  pool,
  demo: false,
  vault: portal.vault,
  measure: (metrics) => measureBacklog(metrics, system, jobs),
});
afterAll(() => app.close());
const { admin, clerk } = portal.as;

/** The value of a figure at /metrics; undefined when it is not shown. */
async function shown(figure: string): Promise<number | undefined> {
  const { body } = await app.inject({ url: '/metrics' });
  const line = body.split('\n').find((one) => one.startsWith(`${figure} `));
  return line === undefined ? undefined : Number(line.slice(figure.length + 1));
}
const becomes = async (figure: string, value: number) => {
  await expect.poll(() => shown(figure)).toBe(value);
};
const connections = (state: string) => `keyward_database_connections{state="${state}"}`;
const waits = (what: string) => `keyward_transactions_waiting{for="${what}"}`;
const queued = (queue: string, state: string) => `keyward_jobs{queue="${queue}",state="${state}"}`;
const mails = (outcome: string) => `keyward_mails_total{outcome="${outcome}"}`;

test('durations have buckets up to a minute', async () => {
  await clerk.on(app).request(devices.list, {});
  const { body } = await app.inject({ url: '/metrics' });
  const bounds = body.matchAll(/^http_request_duration_seconds_bucket\{le="([^"]+)",.*route="\/api\/v1\/devices"/gm);
  expect(Array.from(bounds, ([, bound]) => bound).slice(-5)).toEqual(['5', '10', '30', '60', '+Inf']);
});

test('connections in use and transactions that wait for one are counted', async () => {
  await becomes(connections('in_use'), 0);
  expect(await shown('keyward_database_connections_max')).toBe(4);
  const taken = await Promise.all(Array.from({ length: 4 }, () => acquire(pool)));
  await becomes(connections('in_use'), 4);
  expect(await shown(connections('idle'))).toBe(0);
  expect(await shown(waits('connection'))).toBe(0);
  const late = acquire(pool);
  expect(await shown(waits('connection'))).toBe(1);
  taken.forEach((client) => client.release());
  (await late).release();
  await becomes(connections('idle'), 4);
  expect(await shown(connections('in_use'))).toBe(0);
  expect(await shown(waits('connection'))).toBe(0);
});

test('transactions that wait for the share of their tenant or of the controllers are counted', async () => {
  for (const [who, share] of [
    ['tenant', app.deps.tenantCalls(tenants.demo)],
    ['controllers', app.deps.controllerCalls],
  ] as const) {
    const done = Promise.withResolvers<void>();
    // half of four connections
    const calls = [share(() => done.promise), share(() => done.promise)];
    expect(await shown(waits(who))).toBe(0);
    calls.push(share(async () => {}));
    expect(await shown(waits(who))).toBe(1);
    done.resolve();
    await Promise.all(calls);
    expect(await shown(waits(who))).toBe(0);
  }
});

test('open streams are counted', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  const { listen } = await openListening(portal, typeof address === 'object' && address ? address.port : 0);
  expect(await shown('keyward_live_streams')).toBe(0);
  const streams = [await listen('clerk'), await listen('harborAdmin')];
  await becomes('keyward_live_streams', 2);
  streams[0]?.stop();
  await becomes('keyward_live_streams', 1);
  streams[1]?.stop();
  await becomes('keyward_live_streams', 0);
});

test('waiting polls of controllers are counted', async () => {
  const [okm] = (await admin.call(devices.list, { query: { serial_number: serials.northOkm } })).data;
  const controller = portal.controller((await issueToken(admin, okm?.id ?? '')).token).on(app);
  await settle(portal);
  const { epoch, version } = (await controller.call(gateway.access)).data;
  expect(await shown('keyward_polls_waiting')).toBe(0);
  const query = { epoch: `${epoch}`, version: `${version}`, wait: '3' };
  const poll = controller.request(gateway.changes, { query });
  await becomes('keyward_polls_waiting', 1);
  expect((await poll).status).toBe(204);
  expect(await shown('keyward_polls_waiting')).toBe(0);
});

const queue = (tenant: keyof typeof tenants) =>
  portal.inTenant(tenant, (db) =>
    queueMail(db, portal.vault, {
      kind: 'passwordChanged',
      to: { email: 'ann@shop.example', locale: 'en' },
      validMinutes: 60,
    }),
  );

test('waiting and sent mails of all tenants are counted', async () => {
  await openOutbox(portal).work();
  const before = await shown(mails('sent'));
  expect(before).toBeTypeOf('number');
  expect(await shown('keyward_mails_waiting')).toBe(0);
  for (const tenant of ['demo', 'harbor', 'demo'] as const) await queue(tenant);
  expect(await shown('keyward_mails_waiting')).toBe(3);
  await openOutbox(portal).work();
  expect(await shown('keyward_mails_waiting')).toBe(0);
  expect(await shown(mails('sent'))).toBe(Number(before) + 3);
});

test('delayed, refused and expired mails are counted', async () => {
  const outcomes = () => Promise.all(['delayed', 'refused', 'expired'].map((outcome) => shown(mails(outcome))));
  const [delayed, refused, expired] = (await outcomes()).map(Number);
  const refusing = openOutbox(portal, () => Promise.reject(Object.assign(new Error('no'), { responseCode: 550 })));
  await queue('demo');
  await refusing.work();
  expect(await outcomes()).toEqual([Number(delayed) + 1, refused, expired]);
  await system.query(`update mail set failures = 4, next_attempt_at = now() where state = 'waiting'`);
  await refusing.sweep();
  expect(await outcomes()).toEqual([Number(delayed) + 1, Number(refused) + 1, expired]);
  await queue('harbor');
  await system.query(`update mail set expires_at = now() where state = 'waiting'`);
  await refusing.sweep();
  expect(await outcomes()).toEqual([Number(delayed) + 1, Number(refused) + 1, Number(expired) + 1]);
  expect(await shown('keyward_mails_waiting')).toBe(0);
});

test('waiting, running and failed jobs are counted by queue', async () => {
  await openOutbox(portal).work();
  const states = () => Promise.all(['waiting', 'running', 'failed'].map((state) => shown(queued('mail', state))));
  expect(await states()).toEqual([0, 0, 0]);
  await queue('demo');
  expect(await states()).toEqual([1, 0, 0]);
  expect(await shown(queued('urgent', 'waiting'))).toBe(0);
  const done = Promise.withResolvers<void>();
  const slow = openOutbox(portal, () => done.promise).work();
  await becomes(queued('mail', 'running'), 1);
  done.resolve();
  await slow;
  expect(await states()).toEqual([0, 0, 0]);
  await system.query(`select graphile_worker.add_job('send-mail', '{}', max_attempts => 1)`);
  await openOutbox(portal).work();
  expect(await states()).toEqual([0, 0, 1]);
  await system.query(`select graphile_worker.add_job('controllers', '{}')`);
  expect(await shown(queued('urgent', 'waiting'))).toBe(1);
});

test('figures that the database fails to provide are left out, and the others are shown', async () => {
  expect(await shown('keyward_mails_waiting')).toBe(0);
  await system.query('alter function mails_waiting() rename to mails_waiting_gone');
  expect(await shown('keyward_mails_waiting')).toBeUndefined();
  expect(await shown('keyward_database_connections_max')).toBe(4);
  await system.query('alter function mails_waiting_gone() rename to mails_waiting');
  expect(await shown('keyward_mails_waiting')).toBe(0);
});
