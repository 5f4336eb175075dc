// The gain of each strategy of the list engine: the planned statement against the plain one, alternating on one
// database.
import type { ListQuery } from '@keyward/contract/list';
import { readListRequest, readPage } from '@keyward/server/core/list/page.ts';
import { choosePlan, type Plan } from '@keyward/server/core/list/plan/plan.ts';
import { spanOf } from '@keyward/server/core/list/plan/span.ts';
import { resolveNames } from '@keyward/server/core/list/resolve.ts';
import { pageStatement } from '@keyward/server/core/list/statement/page.ts';
import type { AnyList } from '@keyward/server/core/list/types.ts';
import { inTenant, rows } from '@keyward/server/db/tenant.ts';
import { eventList } from '@keyward/server/modules/activity/list.ts';
import { deviceList } from '@keyward/server/modules/devices/list.ts';
import { profileList } from '@keyward/server/modules/profiles/list.ts';
import { actorOf } from '@keyward/server/testing/actor.ts';
import type pg from 'pg';
import { runStatements, type Statement } from './measure.ts';
import { withTestBed } from './test-bed.ts';
import { buildWorld, type Size, tenantId } from './world.ts';

const measuredMs = 1500;

type PlanCase = {
  /** The part of the plan under test, by its name in plan.ts. */
  feature: Plan['rows']['kind'] | 'deferred' | 'atOnce' | 'since' | 'reads' | 'rare' | 'once';
  name: string;
  list: AnyList;
  query: Record<string, string>;
  page?: number;
  /** Number of the page in front of the measured one, which is reached by its cursor. */
  after?: number;
  /** The locations of the actor; absent for all-data access. */
  stores?: readonly string[];
};

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const stores = ['Store 3', 'Store 4', 'Store 5', 'Store 6', 'Store 7'];
const fixtures = { 'description.entityName': 'like:*fixture*' };
const [event, device] = [eventList, deviceList];

const cases: readonly PlanCase[] = [
  { feature: 'perValue', name: 'devices of five stores', list: device, query: {}, stores },
  {
    feature: 'perValue',
    name: 'events of a rare type and one that is none',
    list: event,
    query: { event: 'CLOCK_STATE_CHANGE,ADD_USER' },
  },
  {
    feature: 'perValue',
    name: 'events of a name',
    list: event,
    query: { 'description.agentName': 'like:*chen berg*' },
  },
  { feature: 'perValue', name: 'search, common word, five stores', list: event, query: { search: 'toys' }, stores },
  { feature: 'rare', name: 'refused for a reason, five stores', list: event, query: { reason: 'location' }, stores },
  { feature: 'grouped', name: 'devices by type', list: device, query: { sort: 'device_type_name:asc' } },
  { feature: 'grouped', name: 'devices by security status', list: device, query: { sort: 'security_status:asc' } },
  { feature: 'gather', name: 'search, rare word', list: event, query: { search: 'toys 104' } },
  { feature: 'scanThenFilter', name: 'events of a common word', list: event, query: fixtures },
  {
    feature: 'scanThenFilter',
    name: 'a common word of one type',
    list: event,
    query: { search: 'fixture', event: 'CLOCK_STATE_CHANGE' },
  },
  { feature: 'reads', name: 'search, common word', list: event, query: { search: 'fixture' } },
  { feature: 'since', name: 'events page 1', list: event, query: {} },
  { feature: 'since', name: 'received since', list: event, query: { received_at: `gte:${daysAgo(2)}` } },
  { feature: 'deferred', name: 'events, page 4000', list: event, query: {}, page: 4000 },
  { feature: 'once', name: 'events, page 1000', list: event, query: {}, after: 999 },
  { feature: 'deferred', name: 'received before', list: event, query: { received_at: `lt:${daysAgo(45)}` } },
  { feature: 'atOnce', name: 'profiles page 1', list: profileList, query: {} },
  { feature: 'atOnce', name: 'devices page 1', list: device, query: {} },
];

/** The same page without the strategy under test. */
function withoutFeature(plan: Plan, shows: PlanCase['feature']): Plan {
  switch (shows) {
    case 'deferred':
      return { ...plan, deferred: false };
    case 'atOnce':
      return { ...plan, deferred: true };
    case 'since':
      return { ...plan, since: undefined };
    case 'once':
      return { ...plan, planned: 'auto' };
    case 'reads':
      return { ...plan, reads: undefined };
    default:
      return { ...plan, rows: { kind: 'indexOrder' } };
  }
}

type Sides = Record<'chosen' | 'plain', Statement[]>;

/** The page's statement with the plan and with the plain one. Throws when the plan lacks the strategy under test. */
const sidesOf = (one: PlanCase, pool: pg.Pool): Promise<Sides> =>
  inTenant(pool, tenantId, async (db) => {
    const tagValues = await db
      .selectFrom('tag_value')
      .select('id')
      .where('name', 'in', one.stores ?? [''])
      .execute();
    const actor = actorOf(tenantId, one.stores ? tagValues.map(({ id }) => id) : 'all');
    const query = { ...one.query, ...(one.page ? { page: one.page } : {}) } as ListQuery;
    const request = await readListRequest(db, actor, one.list, query);
    const resolved = await resolveNames(db, actor, one.list, request);
    const { next } = one.after
      ? await readPage(db, one.list, { ...resolved, page: one.after }, { cursor: undefined })
      : { next: undefined };
    const span = spanOf(one.list, request, next, request.size);
    const full = choosePlan(one.list, resolved, span);
    // the total is the same on both sides; rows older than the window are the second statement of a request
    const since = one.feature === 'since' || one.feature === 'once' ? full.since : undefined;
    const plan: Plan = { ...full, since, total: { kind: 'known', rows: 0 } };
    const { rows: strategy, deferred, reads } = plan;
    const oneOfs = resolved.predicates.filter((each) => each.kind === 'oneOf');
    const byRare = oneOfs.some(({ rare }) => rare) ? 'rare' : undefined;
    if (
      ![
        strategy.kind,
        deferred ? 'deferred' : 'atOnce',
        since && 'since',
        reads && 'reads',
        byRare,
        plan.planned,
      ].includes(one.feature)
    ) {
      throw new Error(`the plan for ${one.name} is ${strategy.kind}`);
    }
    const over = oneOfs.find(({ rare }) => !rare);
    const other: Plan | undefined = byRare && over && { ...plan, rows: { kind: 'perValue', over } };
    const written = (each: Plan, side: string): Statement[] => {
      const { text, values } = pageStatement(tenantId, one.list, resolved, span, each);
      const name = each.planned === 'values' ? {} : { name: `${side} ${one.name}` };
      const mode = { text: 'set local plan_cache_mode = force_generic_plan', values: [] };
      return [...(each.planned === 'once' ? [mode] : []), { text, values: [...values], ...name }];
    };
    return { chosen: written(plan, 'chosen'), plain: written(other ?? withoutFeature(plan, one.feature), 'plain') };
  });

async function idsOf(pool: pg.Pool, statements: readonly Statement[]): Promise<string> {
  const { text = '', values = [] } = statements.at(-1) ?? {};
  const ids = await inTenant(pool, tenantId, (db) => rows<{ id: string }>(db, text, values));
  return ids.map(({ id }) => id).join();
}

async function measure(one: PlanCase, app: pg.Pool): Promise<string> {
  const { chosen, plain } = await sidesOf(one, app);
  const found = await idsOf(app, chosen);
  if (!found || found !== (await idsOf(app, plain))) throw new Error(`${one.name}: the two answer different rows`);
  const times = await runStatements(
    measuredMs,
    [chosen, plain].map((statements) => ({ pool: app, statements })),
  );
  const [chosenMs = Number.NaN, plainMs = Number.NaN] = times.map(({ p50 }) => p50);
  const ms = (time: number) => `${time.toFixed(2).padStart(8)} ms`;
  return `| ${one.feature.padEnd(14)} | ${one.name.padEnd(42)} | ${ms(chosenMs)} | ${ms(plainMs)} | ${(plainMs / chosenMs).toFixed(2).padStart(6)} |`;
}

export async function benchPlans(size: Size): Promise<void> {
  await withTestBed(async ({ database }) => {
    await buildWorld(database, size);
    console.log(`| strategy       | case                                       |   chosen    |    plain    |  ratio |`);
    for (const one of cases) console.log(await measure(one, database.app));
  });
}
