// The pictures of Insights and the histogram of the list of events, in 20 and in 1,000 locations: milliseconds in the
// server's own process, and as a multiple of the first page of devices, which alternates with them. Then the time until the
// dashboard is there, and the cost of Insights for the gateway.
import { sumUpScope } from '@keyward/server/core/events/scope-slots.ts';
import { listJson } from '@keyward/server/core/list/reply.ts';
import type { Actor } from '@keyward/server/core/auth/session.ts';
import type { Database } from '@keyward/server/db/connect.ts';
import { errorCode } from '@keyward/server/db/start-error.ts';
import { type Db, inTenant } from '@keyward/server/db/tenant.ts';
import { readHistogram } from '@keyward/server/modules/activity/histogram.ts';
import { readTimeline, readWeek } from '@keyward/server/modules/dashboard/activity.ts';
import { readAttempts } from '@keyward/server/modules/dashboard/attempts.ts';
import { readConnectivity, readReadings } from '@keyward/server/modules/dashboard/devices.ts';
import { deviceList } from '@keyward/server/modules/devices/list.ts';
import { actorOf } from '@keyward/server/testing/actor.ts';
import { benchDashboard } from './dashboard.ts';
import { benchInsightsGateway } from './insights-gateway.ts';
import { repeat } from './measure.ts';
import { keep, machine } from './report.ts';
import { withTestBed } from './test-bed.ts';
import { buildWorld, type Size, tenantId } from './world.ts';

const timezone = 'Asia/Kathmandu';
const dayMs = 86_400_000;
const measuredMs = 500;

type Case = { name: string; wanted: number; read: (db: Db, actor: Actor) => Promise<unknown> };

const span = (days: number) => ({
  from: new Date(Date.now() - days * dayMs).toISOString(),
  to: new Date().toISOString(),
  timezone,
  filters: {},
});
/** The pictures of a range; each should take at most `wanted` milliseconds. */
const pictures = (label: string, days: number, wanted: number): Case[] => [
  {
    name: `activity, ${label}`,
    wanted,
    read: (db, actor) => readTimeline(db, actor, { ...span(days), bucket: days > 7 ? 'day' : 'hour' }),
  },
  { name: `week, ${label}`, wanted, read: (db, actor) => readWeek(db, actor, span(days)) },
  { name: `attempts, ${label}`, wanted, read: (db, actor) => readAttempts(db, actor, span(days)) },
  { name: `connectivity, ${label}`, wanted, read: (db, actor) => readConnectivity(db, actor, span(days)) },
  {
    name: `batteries, ${label}`,
    wanted,
    read: (db, actor) => readReadings(db, actor, { ...span(days), field: 'battery' }),
  },
  {
    name: `temperatures, ${label}`,
    wanted,
    read: (db, actor) => readReadings(db, actor, { ...span(days), field: 'temperature' }),
  },
];
const histogram = (name: string, query: Record<string, string>, wanted: number): Case => ({
  name: `histogram, ${name}`,
  wanted,
  read: (db, actor) =>
    readHistogram(db, actor, { query: { timezone, ...query }, bars: undefined, weekStart: undefined }),
});
const cases: readonly Case[] = [
  ...pictures('31 days', 31, 20),
  ...pictures('13 months', 396, 100),
  histogram('everything', {}, 100),
  histogram('a day', { event_time: 'gte:now-1d' }, 100),
  histogram('31 days', { event_time: 'gte:now-31d' }, 100),
  histogram('a type', { event: 'KEY_CHECKOUT' }, 100),
  histogram('refused, 31 days', { result: 'unauthorized', event_time: 'gte:now-31d' }, 1000),
  histogram('a rare word', { search: 'toys 104' }, 1000),
  histogram('a common word', { search: 'fixture' }, 1000),
];

/** Sums up the rows that the trigger left, as the job does, but in one go. */
const sumUpSlots = `
  insert into event_slot (tenant_id, minutes, location_set_id, slot, event, n)
    select tenant_id, 15, location_set_id, slot, event, sum(n) from event_slot_new group by 1, 3, 4, 5;
  insert into event_slot (tenant_id, minutes, location_set_id, slot, event, n)
    select tenant_id, 15, 'ffffffff-ffff-ffff-ffff-ffffffffffff', slot, event, sum(n) from event_slot where minutes = 15 group by 1, 4, 5;
  insert into event_slot (tenant_id, minutes, location_set_id, slot, event, n)
    select tenant_id, 1440, location_set_id, date_bin('1 day', slot, 'epoch'), event, sum(n) from event_slot group by 1, 3, 4, 5;
  delete from event_slot_new;`;

/** 13 months of history: a silence a day for all OKMs, and a value an hour for the hundred most extreme devices. */
const histories = (devices: number) => `
  select ensure_reading_partitions(now() - interval '13 months', 1);
  with x as (select id, row_number() over (order by serial_number) as i from device where tenant_id = '${tenantId}')
    update device d set state = jsonb_build_object('battery', x.i * 100.0 / ${devices}, 'temperature', 90 - x.i * 60.0 / ${devices}),
      state_times = jsonb_build_object('battery', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'temperature', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from x where d.tenant_id = '${tenantId}' and d.id = x.id;
  insert into device_reading (tenant_id, device_id, field, hour, seen_at, value)
    select '${tenantId}', d.id, f, h, h, 20 + extract(hour from h)
    from (select id from device where tenant_id = '${tenantId}' order by serial_number limit 100) d,
      unnest(array['battery', 'temperature']) f,
      generate_series(date_trunc('hour', now() - interval '395 days'), now() - interval '1 hour', '1 hour') h;
  insert into controller_connection (tenant_id, device_id, since, until)
    select '${tenantId}', d.id, s, case when s > now() - interval '1 day' then 'infinity' else s + interval '23 hours' end
    from device d join device_type t on t.tenant_id = d.tenant_id and t.id = d.device_type_id and t.device_class = 'OKM',
      generate_series(now() - interval '395 days', now(), '1 day') s where d.tenant_id = '${tenantId}' order by d.id, s;
  insert into setting (tenant_id, name, value) values ('${tenantId}', 'DashboardMetrics',
    '[{"id":"MultipleOnekeyCheckouts"},{"id":"OkmsOffline"},{"id":"UnauthorizedAttempts"},{"id":"UnsecuredLocks"}]');`;

const n = (value: number) => Math.round(value).toLocaleString('en');

/** `worlds`: the number of locations of each world. */
type Asked = Size & { seconds: number; worlds: readonly number[]; record: boolean };

export async function benchInsights({ seconds, worlds, record, ...size }: Asked): Promise<void> {
  const lines: string[] = [];
  let postgres = '';
  for (const stores of worlds) {
    await withTestBed(async ({ database, start }) => {
      const began = performance.now();
      const { cookies } = await buildWorld(database, { ...size, stores });
      await database.system.query(sumUpSlots);
      await database.system.query(histories(size.devices));
      await database.system.query('vacuum analyze');
      console.log(`${n(stores)} locations: built in ${n((performance.now() - began) / 1000)} s`);
      const { rows } = await database.system.query<{ v: string }>(`select current_setting('server_version') as v`);
      postgres = rows[0]?.v ?? '';
      const measured = await measure(database, stores);
      console.log(measured.join('\n'));
      lines.push(`### ${n(stores)} locations`, '', ...measured, '');
      if (stores === worlds[0])
        lines.push(...(await benchDashboard((await start('portal')).port, cookies.everything)), '');
    });
  }
  lines.push('### The gateway', '', ...(await benchInsightsGateway(seconds)), '');
  const head = [
    `## ${new Date().toISOString().slice(0, 10)}: Insights, ${n(size.events)} events, ${n(size.devices)} devices`,
    '',
    `\`npm run bench -- insights\`; ${machine(postgres)}`,
    'Milliseconds in the server’s own process at one connection: the database’s time and the answer. In turns with the first page of devices.',
    '',
  ];
  console.log(`\n${[...head, ...lines].join('\n')}`);
  if (record) keep([...head, ...lines]);
}

async function measure({ app, system }: Database, stores: number): Promise<string[]> {
  const { rows: places } = await system.query<{ id: string }>(
    `select id from tag_value where tenant_id = $1 and name like 'Store %' order by position`,
    [tenantId],
  );
  const ids = places.map(({ id }) => id);
  const actors = {
    everything: actorOf(tenantId, 'all'),
    'one location': actorOf(tenantId, ids.slice(0, 1)),
    [`${n(stores / 2)} locations`]: actorOf(tenantId, ids.slice(0, stores / 2)),
  };
  const lines = [
    '| as | case | p50 ms | p99 ms | wanted ms | / devices page 1 | answer |',
    '|---|---|---|---|---|---|---|',
  ];
  const late: string[] = [];
  const firstLooks: string[] = [];
  for (const [who, actor] of Object.entries(actors)) {
    const run = (read: Case['read']) => () => inTenant(app, tenantId, (db) => read(db, actor));
    const page = run((db) => listJson(db, actor, deviceList, {}));
    if (actor.locations.length > 1) {
      for (const { name, read } of cases) firstLooks.push(`${name} ${await once(run(read))}`);
      const summing = await once(() =>
        inTenant(system, tenantId, async (db) => {
          await sumUpScope(db, actor.locations);
          return 'done';
        }),
      );
      firstLooks.push(`${who} summed up in ${summing}`);
    }
    for (const { name, wanted, read } of cases) {
      const first = await once(run(read));
      if (first === cancelled) {
        lines.push(`| ${[who, name, cancelled, '', wanted, '', ''].join(' | ')} |`);
        late.push(`${name}, ${who}: ${cancelled}`);
        continue;
      }
      const [base, one] = await repeat(measuredMs, [page, run(read)]);
      if (!base || !one) throw new Error(`${name} was not measured`);
      const times = [one.p50.toFixed(1), one.p99.toFixed(1), wanted, (one.p50 / base.p50).toFixed(1)];
      const answer = describe(await run(read)());
      lines.push(`| ${[who, name, ...times, answer].join(' | ')} |`);
      if (one.p50 > wanted && answer !== tooWide)
        late.push(`${name}, ${who}: ${one.p50.toFixed(1)} ms (wanted ${wanted})`);
    }
  }
  lines.push('', `Before they were summed up, once each: ${firstLooks.join('; ')}.`);
  return [...lines, '', late.length > 0 ? `Missed: ${late.join('; ')}.` : 'All within what is wanted.'];
}

const cancelled = 'cancelled by the limit of time';
/** Duration of work that is done once. It returns undefined, or throws, when the database has cancelled it. */
async function once(work: () => Promise<unknown>): Promise<string> {
  const start = performance.now();
  try {
    if ((await work()) === undefined) return cancelled;
  } catch (error) {
    if (errorCode(error) === '57014') return cancelled;
    throw error;
  }
  return `${n(performance.now() - start)} ms`;
}

const tooWide = 'too wide';
/** The counted total, which shows that a fast answer is not an empty one. */
function describe(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return '';
  if ('kind' in answer && answer.kind === 'tooWide') return tooWide;
  return 'total' in answer && typeof answer.total === 'number' ? n(answer.total) : '';
}
