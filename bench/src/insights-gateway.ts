// The cost of Insights for the gateway (P8): its reports with and without slots, history and a thousand watches, in turns;
// and the time until a person is notified of an event.
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '@keyward/contract/gateway';
import type { Database } from '@keyward/server/db/connect.ts';
import { type Controller, perSecond, post, reporter, seedWorld } from './gateway.ts';
import { median } from './measure.ts';
import { withTestBed } from './test-bed.ts';

const rounds = 6;
const watches = 1000;
const samples = 10;
const tooLateMs = 30_000;

/** The features that are on in each case. */
const cases = {
  'neither slots nor history': { history: false, slots: false, watched: false },
  'slots alone': { history: false, slots: true, watched: false },
  'history alone': { history: true, slots: false, watched: false },
  'slots and history': { history: true, slots: true, watched: false },
  'slots, history and 1,000 watches': { history: true, slots: true, watched: true },
} as const;
type Case = keyof typeof cases;
const names = Object.keys(cases) as Case[];

/** Profiles that read devices and events, with watches of each kind; the delay is measured for those of refused unlocks. */
const seedWatches = (tenantId: string) => `
  insert into role (tenant_id, id, name) values ('${tenantId}', '${tenantId}', 'Watcher');
  insert into role_permission (tenant_id, role_id, permission, value) values
    ('${tenantId}', '${tenantId}', 'DEVICES', 'READ'), ('${tenantId}', '${tenantId}', 'EVENT-STORE', 'READ');
  insert into profile_role (tenant_id, profile_id, role_id) select tenant_id, id, '${tenantId}' from profile where tenant_id = '${tenantId}';
  with p as (select id, row_number() over (order by username) - 1 as n, count(*) over () as people from profile where tenant_id = '${tenantId}'),
    k as (select i, case when i <= ${watches * 0.6} then 'rare' when i <= ${watches * 0.8} then 'refused' when i <= ${watches * 0.9} then 'locks' else 'okms' end as kind
      from generate_series(1, ${watches}) i)
  insert into watch (tenant_id, owner_id, name, resource, base, content, rule, delivery, events, timed, updated_by)
  select '${tenantId}', p.id, 'Watch ' || k.i, case when kind in ('rare', 'refused') then 'event' else 'device' end,
    case kind when 'locks' then 'Unsecured Locks' when 'okms' then 'OKMs Offline' else 'Overview' end,
    jsonb_build_object('search', '', 'filter', case kind when 'rare' then '{"event":"FOREIGN_KEY_DOCKED"}'
      when 'refused' then '{"event":"LOCK_UNLOCK","result":"unauthorized"}' else '{}' end::jsonb),
    case kind when 'locks' then '{"when":"count","above":5}' when 'okms' then '{"when":"still","minutes":30}' else '{"when":"appears"}' end::jsonb,
    'inbox', case kind when 'rare' then '{FOREIGN_KEY_DOCKED}' when 'refused' then '{LOCK_UNLOCK}' end::text[], kind in ('locks', 'okms'), 'bench'
  from k join p on p.n = k.i % p.people;`;

/** Lines for the results. */
export async function benchInsightsGateway(seconds: number): Promise<string[]> {
  const lines: string[] = [];
  await withTestBed(
    async ({ database, start }) => {
      const { tenantId, places } = await seedWorld(database);
      const ports = { with: (await start('portal')).port, without: (await start('portal without history')).port };
      // the watches begin with the reported states, so that none sends a notice for the first time in each round
      await Promise.all(places.map((place) => reporter(ports.with, place)()));
      await database.system.query(seedWatches(tenantId));
      // the jobs are in a process of their own, so that each case has them
      await start('portal with jobs');
      await keepWatches(database);
      const rates = new Map(names.map((name) => [name, [] as number[]]));
      for (let round = 0; round <= rounds; round++) {
        // in both directions: a machine that is slower for a while has had another case before
        for (const name of round % 2 === 0 ? names : names.toReversed()) {
          const { history, slots, watched } = cases[name];
          await database.system.query(`alter table event ${slots ? 'enable' : 'disable'} trigger queue_event_slots`);
          await setWatched(database, watched);
          const port = history ? ports.with : ports.without;
          const rate = await perSecond(
            seconds,
            places.map((place) => reporter(port, place)),
          );
          // autovacuum does this within a minute of the first rows
          if (round === 0) await database.system.query('analyze');
          else rates.get(name)?.push(rate);
        }
      }
      const { rows } = await database.system.query<{ readings: string; connections: string }>(
        'select (select count(*) from device_reading) as readings, (select count(*) from controller_connection) as connections',
      );
      lines.push(...tableOf(rates, seconds), '');
      lines.push(`The history left ${rows[0]?.readings} readings and ${rows[0]?.connections} connections.`);
      await setWatched(database, true);
      lines.push(`- ${await noticeDelay(database, ports.with, places, 'with 1,000 watches, otherwise idle')}`);
      const load = { on: true, sent: 0, busy: 0 };
      const reporting = Promise.all(places.map((place) => reportSteadily(ports.with, place, load)));
      try {
        lines.push(
          `- ${await noticeDelay(database, ports.with, places, 'with 1,000 watches and 50 reports a second')}`,
        );
      } finally {
        load.on = false;
        await reporting;
      }
      lines.push(`- ${load.busy} of ${n(load.sent)} reports were answered 503 and not sent again.`);
    },
    { durable: true },
  );
  return lines;
}

/** Sends reports of one event at a steady rate, which makes 50 a second for all controllers. */
async function reportSteadily(
  port: number,
  { token, serials, staff }: Controller,
  load: { on: boolean; sent: number; busy: number },
): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  for (let i = 0; load.on; i++) {
    const time = new Date().toISOString();
    const [serial = '', agentName = ''] = [serials[i % serials.length], staff[i % staff.length]];
    const event = { id: randomUUID(), type: 'LOCK_UNLOCK', time, result: 'success', agent: agentName } as const;
    load.sent++;
    const report: Report = { serial, reportedAt: time, events: [{ ...event, attributes: {} }] };
    // a busy machine is a result, not the end of the measurement
    await post(port, agent, token, { reports: [report] }).catch((error: Error) => {
      if (!error.message.startsWith('503')) throw error;
      load.busy++;
    });
    await sleep(80);
  }
}

/** Waits until each watch has been judged for the first time, like watches made long ago, and keeps them so. */
async function keepWatches({ system }: Database): Promise<void> {
  const newest = async () => (await system.query('select from watch where authority is null')).rowCount;
  const end = performance.now() + 180_000;
  while ((await newest()) !== 0) {
    if (performance.now() > end) throw new Error('the watches were not judged');
    await sleep(500);
  }
  await system.query('create table bench_watch as select * from watch');
}

async function setWatched({ system }: Database, watched: boolean): Promise<void> {
  await system.query('delete from watched_event');
  await system.query('delete from watch');
  if (!watched) return;
  const { rows } = await system.query<{ columns: string }>(
    `select string_agg(column_name, ', ') as columns from information_schema.columns
     where table_schema = 'public' and table_name = 'watch' and is_generated = 'NEVER'`,
  );
  await system.query(`insert into watch (${rows[0]?.columns}) select ${rows[0]?.columns} from bench_watch`);
}

const n = (value: number) => Math.round(value).toLocaleString('en');
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

function tableOf(rates: ReadonlyMap<Case, number[]>, seconds: number): string[] {
  const of = (name: Case) => rates.get(name) ?? [];
  const [none, both, watched] = [
    of('neither slots nor history'),
    of('slots and history'),
    of('slots, history and 1,000 watches'),
  ];
  // round by round, since the machine is slower in some
  const cost = (more: readonly number[], less: readonly number[]) =>
    percent(1 - median(more.map((rate, i) => rate / (less[i] ?? Number.NaN))));
  return [
    `Events/s of the gateway, durable, 4 controllers, batches of 100, jobs in another process: median of ${rounds} rounds of ${seconds} s, in turns.`,
    '',
    '| case | events/s |',
    '|---|---|',
    ...names.map((name) => `| ${name} | ${n(median(of(name)))} |`),
    '',
    `- slots and history cost ${cost(both, none)} (wanted <= 5)`,
    `- 1,000 watches cost another ${cost(watched, both)} (wanted <= 5)`,
  ];
}

/** Time from the answer to a report, which is its commit, to the last inbox entry of the watches for its event. */
async function noticeDelay(
  database: Database,
  port: number,
  places: readonly Controller[],
  how: string,
): Promise<string> {
  const { system } = database;
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const [place] = places;
  const serial = place?.serials[0] ?? '';
  const count = async (text: string) => (await system.query<{ n: number }>(text)).rows[0]?.n ?? 0;
  const wanted = await count(
    `select count(*)::int as n from watch w join profile p on p.tenant_id = w.tenant_id and p.id = w.owner_id
     where w.content -> 'filter' ->> 'result' = 'unauthorized' and p.username like 'p0.%'`,
  );
  const times: number[] = [];
  for (let i = 0; i <= samples; i++) {
    await system.query('delete from inbox_entry');
    const time = new Date().toISOString();
    const event = { id: randomUUID(), type: 'LOCK_UNLOCK', time, result: 'unauthorized', attributes: {} } as const;
    await post(port, agent, place?.token ?? '', { reports: [{ serial, reportedAt: time, events: [event] }] });
    const start = performance.now();
    const waited = () => performance.now() - start;
    const entries = () => count(`select count(*)::int as n from inbox_entry where kind = 'watchRows'`);
    while ((await entries()) < wanted && waited() < tooLateMs) await sleep(20);
    // the first judgement of a watch is silent
    if (i > 0) times.push(waited() / 1000);
    await sleep(1500);
  }
  return `all ${wanted} watches of an event have spoken ${how}: ${median(times).toFixed(1)} s after its commit, ${Math.max(...times).toFixed(1)} s at the most of ${samples} (wanted <= 5)`;
}
