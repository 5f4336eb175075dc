// The figures of OnePASS and the gateway, each the median of five rounds beside the bare server, while a list is requested
// at half the rate that the portal could serve.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AccessAnswer } from '@keyward/contract/gateway';
import { codeAt } from '@keyward/server/core/onepass/code.ts';
import type { Database } from '@keyward/server/db/connect.ts';
import { bareTable } from './bare.ts';
import { type Beside, startBeside } from './beside.ts';
import { expectStatus, get, type Latency, median, repeat, send, type Target, throughput } from './measure.ts';
import { Controller, each, startAll } from './onepass-controllers.ts';
import { buildOnepassWorld, jobsDone, type OnepassWorld, settled } from './onepass-world.ts';
import { type Server, withTestBed } from './test-bed.ts';
import { buildWorld, type Size } from './world.ts';

const rounds = 5;
const roundMs = 1500;
const list = '/api/v1/events';

type Bench = {
  database: Database;
  world: OnepassWorld;
  portal: Server;
  bare: Server;
  /** A session with all rights. */
  admin: Target;
  beside: Beside;
};
type Line = string;

const ms = (n: number) => `${n.toFixed(n < 10 ? 2 : 0)} ms`;
const times = (a: number, b: number) => `${(a / b).toFixed(2)} x`;
const load = () => `load ${os.loadavg()[0]?.toFixed(1)}`;
/** The medians of several rounds. */
const medians = (all: readonly Latency[]): Latency => ({
  p50: median(all.map(({ p50 }) => p50)),
  p99: median(all.map(({ p99 }) => p99)),
});

export async function benchOnepass({ record, ...size }: Size & { record: boolean }): Promise<void> {
  await withTestBed(
    async ({ database, start }) => {
      const { cookies } = await buildWorld(database, size);
      await database.system.query(bareTable);
      const world = await buildOnepassWorld(database);
      const portal = await start('portal with jobs');
      const bare = await start('bare');
      await jobsDone(database);
      const admin: Target = { port: portal.port, cookie: cookies.everything };
      await throughput(admin, list, 4);
      const rates: number[] = [];
      for (let round = 0; round < 3; round++) rates.push(await throughput(admin, list, 2));
      const rate = median(rates) / 2;
      const beside = startBeside(admin, list, rate);
      const lines: Line[] = [
        `${world.okms.length} OKMs judged for the first time in ${(world.judgedMs / 1000).toFixed(1)} s; lists: ${(2 * rate).toFixed(0)} requests/s alone, ${rate.toFixed(0)} beside what is measured`,
      ];
      const print = async (...found: Line[]) => {
        const { perSecond, waiting } = await beside.take();
        for (const line of found) {
          lines.push(`${line}; lists ${perSecond.toFixed(0)}/s, ${waiting} behind; ${load()}`);
          console.log(`- ${lines.at(-1)}`);
        }
      };
      console.log(`- ${lines[0]}`);
      try {
        const bench: Bench = { database, world, portal, bare, admin, beside };
        await print(await measureRedeem(bench));
        await print(...(await measureAccess(bench)));
        await print(await measureCheckOuts(bench));
        const controllers = world.okms.map((okm) => new Controller(portal.port, okm));
        await each(controllers, 8, (controller) => controller.fetch());
        await print(await measurePolls(bench, controllers));
        await print(await measureOneChange(bench, controllers));
        await print(await measureRole(bench, controllers));
      } finally {
        beside.stop();
      }
      report(lines, size, record);
    },
    { durable: true },
  );
}

/** 1: a code is redeemed, and counted, against one row that a bare server inserts. */
async function measureRedeem({ world, portal, bare }: Bench): Promise<Line> {
  const keys = world.keys.values();
  const redeem = async () => {
    const key = keys.next().value;
    if (!key) throw new Error('all keys are used');
    const { serial, secret, token } = key;
    const body = { number: randomUUID(), serial, code: codeAt(secret, new Date()) };
    const answer = await expectStatus(send({ port: portal.port, token }, 'POST', '/gateway/v1/redeem', { body }));
    if (!answer.includes('"granted":true')) throw new Error(answer);
  };
  const insert = () =>
    expectStatus(send(bare, 'POST', '/uses', { body: { number: randomUUID(), serial: '3A10010000000001' } }));
  const measured = await roundsOf([redeem, insert]);
  const [ofRedeem, ofInsert] = measured;
  if (!ofRedeem || !ofInsert) throw new Error('not measured');
  return `a redeemed code: p50 ${ms(ofRedeem.p50)}, p99 ${ms(ofRedeem.p99)}; a bare insert: ${ms(ofInsert.p50)}, ${ms(ofInsert.p99)}; p99 ${times(ofRedeem.p99, ofInsert.p99)} (wanted <= 3)`;
}

async function roundsOf(works: readonly (() => Promise<unknown>)[]): Promise<Latency[]> {
  const measured: Latency[][] = [];
  for (let round = 0; round < rounds; round++) measured.push(await repeat(roundMs, works));
  return works.map((_, i) => medians(measured.flatMap((round) => round[i] ?? [])));
}

/** 2: the answer for 2,000 people and 300 devices, and the delta of one person, against a page of devices. */
async function measureAccess({ database, world, portal, bare, admin }: Bench): Promise<Line[]> {
  const okm: Target = { port: portal.port, token: world.great.token };
  const access = '/gateway/v1/access';
  const fetchAccess = async (query = '') =>
    (JSON.parse(await get(okm, `${access}${query}`)) as { data: AccessAnswer }).data; // the contract's reply
  const before = await fetchAccess();
  const [person] = before.people;
  await expectStatus(send(admin, 'PATCH', `/api/v1/users/${person?.id}`, { body: { name: 'Changed Once' } }));
  await settled(database);
  const delta = `?epoch=${before.epoch}&version=${before.version}`;
  const changed = await fetchAccess(delta);
  const isOne = !changed.whole && changed.people.length === 1 && changed.devices.length === 0;
  if (!isOne) throw new Error(`the delta has ${changed.people.length} people`);
  const whole = await get(okm, access);
  const kilobytes = Math.round(whole.length / 1024);
  /** Measured separately: work that follows a whole answer waits with the lists that it held up. */
  const compared = async (name: string, query: string, wanted: number) => {
    const [ofBare, ofPage, ofAccess] = await roundsOf([
      () => get(bare, '/devices'),
      () => get(admin, '/api/v1/devices'),
      () => get(okm, `${access}${query}`),
    ]);
    if (!ofBare || !ofPage || !ofAccess) throw new Error('not measured');
    const { p50, p99 } = ofAccess;
    return `${name}: p50 ${ms(p50)}, p99 ${ms(p99)}; a page of devices: bare ${ms(ofBare.p50)}, portal ${ms(ofPage.p50)}; ${times(p50, ofBare.p50)} the bare page, ${times(p50, ofPage.p50)} the portal's (wanted <= ${wanted})`;
  };
  return [
    await compared('a delta of one person', delta, 2),
    await compared(
      `access for ${before.people.length} people and ${before.devices.length} devices, ${kilobytes} KB`,
      '',
      10,
    ),
  ];
}

async function versions({ system }: Database): Promise<number> {
  const { rows } = await system.query<{ n: string }>('select sum(version) as n from controller_state');
  return Number(rows[0]?.n);
}

/** 6: each key is taken and brought back, many times. */
async function measureCheckOuts({ database, world, portal }: Bench): Promise<Line> {
  await settled(database);
  const before = await versions(database);
  const target: Target = { port: portal.port, token: world.great.token };
  const start = performance.now();
  const [calls, pairs] = [20, 500];
  let accepted = 0;
  for (let call = 0; call < calls; call++) {
    const reports = Array.from({ length: pairs }, (_, n) => {
      const time = new Date().toISOString();
      const agent = `keyholder.${2001 + (n % 2000)}`;
      const events = (['KEY_CHECKOUT', 'KEY_CHECKIN'] as const).map((type) => ({
        id: randomUUID(),
        type,
        time,
        agent,
      }));
      return { serial: world.greatKeys[n % world.greatKeys.length], reportedAt: time, events };
    });
    const text = await expectStatus(send(target, 'POST', '/gateway/v1/reports', { body: { reports } }));
    accepted += (JSON.parse(text) as { accepted: number }).accepted; // the contract's reply
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const { rows } = await database.system.query<{ n: string }>(
    'select (select count(*) from controller_mark) + (select count(*) from controller_due) as n',
  );
  const raised = (await versions(database)) - before + Number(rows[0]?.n);
  if (accepted !== 2 * calls * pairs) throw new Error(`${accepted} events were accepted`);
  return `${(calls * pairs).toLocaleString('en')} check-outs, each with its check-in, in ${seconds} s: ${raised} versions raised (wanted 0)`;
}

/** Number of connections of the portal's pool, and of those at work. */
async function connections({ system }: Database): Promise<{ open: number; busy: number }> {
  const { rows } = await system.query<{ open: number; busy: number }>(
    `select count(*)::int as open, count(*) filter (where state <> 'idle')::int as busy
     from pg_stat_activity where datname = current_database() and usename = 'keyward_app'`,
  );
  return rows[0] ?? { open: 0, busy: 0 };
}

/** 5: the cost of a thousand waiting polls. */
async function measurePolls({ database, portal }: Bench, controllers: readonly Controller[]): Promise<Line> {
  const before = await portal.memory();
  const grown: number[] = [];
  const [idle, waiting]: { open: number; busy: number }[][] = [[], []];
  for (let round = 0; round < rounds; round++) {
    idle?.push(await connections(database));
    await startAll(controllers);
    await sleep(3000);
    waiting?.push(await connections(database));
    grown.push((await portal.memory()) - before);
    await each(controllers, 8, (controller) => controller.stop());
    await sleep(2000);
  }
  const all = (of: readonly { open: number; busy: number }[] | undefined) =>
    (of ?? []).map(({ open, busy }) => `${open} (${busy} busy)`).join(', ');
  return `${controllers.length} waiting polls: + ${median(grown).toFixed(0)} MB against before the first one (wanted <= 50; ${grown.map((n) => n.toFixed(0)).join(', ')}); connections before ${all(idle)}, while they wait ${all(waiting)}`;
}

/** 3: from saving a person until an online controller has fetched the change. */
async function measureOneChange({ admin, world }: Bench, controllers: readonly Controller[]): Promise<Line> {
  const [controller] = controllers;
  if (!controller) throw new Error('there is no controller');
  await startAll(controllers);
  await sleep(3000);
  const took: number[][] = [];
  for (let round = 0; round < rounds; round++) {
    const ofRound: number[] = [];
    for (let n = 0; n < 10; n++) {
      const name = `Renamed ${round} ${n}`;
      const start = performance.now();
      const fetched = controller.next;
      await expectStatus(send(admin, 'PATCH', `/api/v1/users/${world.person}`, { body: { name } }));
      const { people } = await fetched;
      if (people[0]?.name !== name) throw new Error('another change was fetched');
      ofRound.push(performance.now() - start);
      await sleep(500);
    }
    took.push(ofRound);
  }
  const seconds = (n: number) => (n / 1000).toFixed(2);
  const longest = took.map((ofRound) => Math.max(...ofRound));
  return `one person's change is with an online controller after ${seconds(median(took.flat()))} s (p50), ${seconds(median(longest))} s (the longest of ten, median of ${rounds}), ${seconds(Math.max(...longest))} s at most (wanted <= 2)`;
}

/** 4: a role of 2,000 people loses and regains the permission to use OKMs. */
async function measureRole({ admin, world, beside }: Bench, controllers: readonly Controller[]): Promise<Line> {
  const took: number[] = [];
  const before: number[] = [];
  const during: number[] = [];
  let refused = 0;
  for (let round = 0; round < rounds; round++) {
    await sleep(5000);
    await beside.take();
    await sleep(20_000);
    const alone = await beside.take();
    before.push(alone.p99);
    const start = performance.now();
    const fetched = controllers.map((controller) => controller.next);
    const permissions = [{ id: 'OKM-USER', value: round % 2 === 0 ? 'FALSE' : 'TRUE' }];
    await expectStatus(send(admin, 'PATCH', `/api/v1/roles/${world.roleId}`, { body: { permissions } }));
    await Promise.all(fetched);
    took.push((performance.now() - start) / 1000);
    const together = await beside.take();
    during.push(together.p99);
    refused += together.refused + alone.refused;
    console.log(
      `  ${took.at(-1)?.toFixed(1)} s; list p99 ${ms(before.at(-1) ?? 0)} before, ${ms(during.at(-1) ?? 0)} during; ${load()}`,
    );
  }
  await Promise.all(controllers.map((controller) => controller.stop()));
  const [p99, p99During] = [median(before), median(during)];
  return `a role of 2,000 people at ${controllers.length} OKMs: with all, confirmed, after ${median(took).toFixed(1)} s (wanted <= 60; ${took.map((n) => n.toFixed(1)).join(', ')}); list p99 ${ms(p99)} before, ${ms(p99During)} during, ${times(p99During, p99)} (wanted <= 2), ${refused} refused`;
}

function report(lines: readonly Line[], size: Size, record: boolean): void {
  const text = [
    `## ${new Date().toISOString().slice(0, 10)}: OnePASS and the gateway, ${size.events.toLocaleString('en')} events`,
    '',
    `\`npm run bench -- onepass\`; ${os.cpus().length} cores (${os.cpus()[0]?.model.trim()}); Node ${process.versions.node}, durable; medians of ${rounds}.`,
    '',
    ...lines.map((line) => `- ${line}`),
    '',
  ].join('\n');
  console.log(`\n${text}`);
  if (record) fs.appendFileSync(path.join(import.meta.dirname, '../RESULTS.md'), `\n${text}`);
}
