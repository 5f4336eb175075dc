// Search by names: very frequent ones, for which other strategies than name ids are used, and those not yet counted.
import fc from 'fast-check';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { type NewEvent, writeEvents } from '#core/events/events.ts';
import { aggregateParties } from '#core/events/party-job.ts';
import { createPool } from '#db/pool.ts';
import { type Db, inTenant, rows } from '#db/tenant.ts';
import { eventList } from '#modules/activity/list.ts';
import { actorOf } from '#testing/actor.ts';
import { nightly } from '#testing/nightly.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { checkCases, run, type Query, readAll } from './model.ts';

const portal = await openPortal();
const tenant = tenants.demo;

type Statement = { text: string; values: unknown[] };
/**
 * The statements that `work` sends in a transaction of the tenant. Never through the pooler, which cannot take prepared statements: a
 * pool that `createPool` does not know prepares them.
 */
async function sentBy(work: (db: Db) => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const pool = createPool(portal.database.appUrl, { max: 1 });
  const connect = async () => {
    const client = await pool.connect();
    return {
      query: (query: string | Statement, ...answer: []) => {
        if (typeof query !== 'string') statements.push(query);
        return client.query(query as string, ...answer);
      },
      release: () => client.release(),
    };
  };
  try {
    await inTenant(Object.create(pool, { connect: { value: connect } }) as pg.Pool, tenant, work);
  } finally {
    await pool.end();
  }
  return statements;
}

/** Adds all counters that are not yet aggregated. */
async function aggregateAll(): Promise<void> {
  while ((await portal.inTenant('demo', aggregateParties)) > 0);
}

test('a word in more names than can be listed is found in order, by scanning and by sorting', async () => {
  const actor = actorOf(tenant, 'all');
  const throng = (n: number) => ({ domain: 'device' as const, id: null, name: `Throng ${n}` });
  const other = { domain: 'profile' as const, id: null, name: 'Somebody' };
  // as entity, agent, both or neither; at times unrelated to the names
  const throngs = Array.from({ length: 1600 }, (_, i): NewEvent => ({
    event: i % 3 ? 'LOCK_UNLOCK' : 'USER_CHANGE',
    time: new Date(Date.UTC(2026, 4, 1 + ((i * 7) % 60), 0, 0, i % 5)),
    ...(i % 4 === 0 ? {} : { agent: i % 4 === 1 ? throng(i + 1) : other }),
    entity: i % 8 < 5 ? throng(i) : other,
    locations: [],
  }));
  await portal.inTenant('demo', async (db) => {
    await writeEvents(db, throngs);
    const plain = (more: string, order: string) =>
      rows<{ id: string }>(
        db,
        `select e.id from event e
         left join event_party a on a.tenant_id = $1 and a.id = e.agent_party
         left join event_party n on n.tenant_id = $1 and n.id = e.entity_party
         where e.tenant_id = $1 and (a.name ilike '%throng%' or n.name ilike '%throng%') ${more} order by ${order}`,
        [tenant],
      ).then((found) => found.map(({ id }) => id));
    const walked = (query: Query) =>
      readAll({ db, actor, list: eventList, query: { search: 'THRONG', ...query } }, 170);
    const newest = await plain('', 'e.event_time desc, e.id desc');
    expect(newest.length).toBe(1200);
    expect((await walked({})).ids).toEqual(newest);
    expect((await walked({ sort: 'event_time:asc' })).ids).toEqual(newest.toReversed());
    expect((await walked({ sort: 'event:asc' })).ids).toEqual(
      await plain('', 'e.event collate "C", e.event_time, e.id'),
    );
    expect((await walked({ event: 'USER_CHANGE' })).ids).toEqual(
      await plain(`and e.event = 'USER_CHANGE'`, 'e.event_time desc, e.id desc'),
    );
    expect(new Set((await walked({})).totals)).toEqual(new Set([newest.length]));
  });
});

test('a word that matches every agent finds each event once', async () => {
  const other = tenants.harbor;
  const solo = (n: number) => ({ domain: 'profile' as const, id: null, name: `Solo ${n}` });
  const doings = Array.from({ length: 30 }, (_, i): NewEvent => ({
    event: 'MODIFY_USER',
    agent: solo(i),
    ...(i % 3 === 0 ? {} : { entity: i % 3 === 1 ? solo(i) : solo(i + 1) }),
    locations: [],
  }));
  await portal.inTenant('harbor', async (db) => {
    await writeEvents(db, doings);
    const [all] = await rows<{ n: number }>(db, 'select count(*) as n from event where tenant_id = $1', [other]);
    const found = async () => run({ db, actor: actorOf(other, 'all'), list: eventList, query: { search: 'SOLO' } });
    expect([all?.n, (await found()).total_results, (await found()).data.length]).toEqual([30, 30, 30]);
    await writeEvents(db, [{ event: 'MODIFY_USER', entity: solo(1), locations: [] }]);
    await writeEvents(db, [{ event: 'MODIFY_USER', locations: [] }]);
    expect((await found()).total_results).toBe(31);
  });
});

test('names are looked up once per request, regardless of the number of statements', async () => {
  const entity = { domain: 'device' as const, id: null, name: 'Seldom seen' };
  const longAgo = new Date(Date.UTC(2025, 0, 1));
  await portal.inTenant('demo', (db) =>
    writeEvents(db, [{ event: 'LOCK_UNLOCK', time: longAgo, entity, locations: [] }]),
  );
  // not in the newest partitions, which are read first, with the total; then all of them
  const query = { 'description.entityName': 'like:*seldom*', received_at: 'gte:now-1d' };
  const statements = await sentBy(async (db) => {
    const found = await run({ db, actor: actorOf(tenant, 'all'), list: eventList, query });
    expect([found.data.length, found.total_results]).toEqual([1, 1]);
  });
  const lookups = statements.filter(({ text }) => text.includes('from event_party p'));
  expect([lookups.length, statements.length]).toEqual([1, 3]);
});

const locationIds = await portal.inTenant('demo', async (db) => {
  const found = await rows<{ id: string }>(
    db,
    `select v.id from tag_value v join tag_definition d on d.tenant_id = $1 and d.id = v.tag_definition_id
     where v.tenant_id = $1 and d.is_location order by v.name limit 2`,
    [tenant],
  );
  return found.map(({ id }) => id);
});
const quill = (n: number) => ({
  domain: 'device' as const,
  id: null,
  name: `${['Quill', 'Ｑｕｉｌｌ', 'Pl_me', '50%'][n % 4] ?? ''} ${n}`,
});
const quills = fc.sample(
  fc.record<NewEvent>(
    {
      event: fc.constantFrom('LOCK_UNLOCK', 'USER_CHANGE'),
      agent: fc.nat(2399).map(quill),
      entity: fc.nat(2399).map(quill),
      locations: fc.subarray(locationIds),
    },
    { requiredKeys: ['event', 'locations'] },
  ),
  { numRuns: 2600, seed: 7 },
);
/** All names counted, a few uncounted, and many uncounted: each adds to the events before. */
const waiting = [
  { state: 'counted', added: quills.slice(0, 1500) },
  { state: 'of which a few are not yet counted', added: quills.slice(1500, 1600) },
  { state: 'of which many are not yet counted', added: quills.slice(1600) },
];

type PlanNode = { 'Relation Name'?: string; 'Actual Loops': number; Plans?: PlanNode[] };
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Number of reads of each table of names by the statement that finds names: the nodes of its plan that ran. */
async function readsOfNames(search: string, locations: string[] | 'all'): Promise<Record<string, number>> {
  const statements = await sentBy((db) =>
    run({ db, actor: actorOf(tenant, locations), list: eventList, query: { search } }),
  );
  const [finding, ...others] = statements.filter(({ text }) => text.includes('as agents'));
  if (!finding || others.length > 0) throw new Error('names are not found by one statement');
  const [explained] = await portal.inTenant('demo', (db) =>
    rows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(db, `explain (analyze, format json) ${finding.text}`, finding.values),
  );
  const ran = explained ? nodesOf(explained['QUERY PLAN'][0].Plan).filter((node) => node['Actual Loops'] > 0) : [];
  const tables = ['event_party', 'event_party_count', 'event_party_total'];
  return Object.fromEntries(
    tables.flatMap((table) => {
      const n = ran.filter((node) => node['Relation Name'] === table).length;
      return n > 0 ? [[table, n]] : [];
    }),
  );
}

test('a search reads the names that match once, and finds and counts the same as a plain search', async () => {
  await aggregateAll();
  const cases = fc.record({
    word: fc
      .tuple(fc.nat(2399), fc.nat(6), fc.integer({ min: 1, max: 7 }))
      .map(([n, from, length]) =>
        quill(n)
          .name.slice(from, from + length)
          .trim(),
      )
      .filter((word) => word !== ''),
    locations: fc.constantFrom<string[] | 'all'>('all', 'all', locationIds.slice(0, 1), locationIds, []),
  });
  for (const { state, added } of waiting) {
    await portal.inTenant('demo', (db) => writeEvents(db, added));
    if (state === 'counted') await aggregateAll();
    await portal.inTenant('demo', async (db) => {
      await checkCases({ ms: nightly ? 10_000 : 1_000, numRuns: 300 }, cases, async ({ word, locations }) => {
        const plain = await rows<{ id: string }>(
          db,
          `select e.id from event e
           left join event_party a on a.tenant_id = $1 and a.id = e.agent_party
           left join event_party n on n.tenant_id = $1 and n.id = e.entity_party
           left join location_set s on s.tenant_id = $1 and s.id = e.location_set_id
           where e.tenant_id = $1 and strpos(fold(concat_ws(chr(31), a.name, a.email, n.name, n.email)), fold($2)) > 0
             and ($3::uuid[] is null or s.locations && $3)`,
          [tenant, word, locations === 'all' ? null : locations],
        );
        const found = await readAll(
          { db, actor: actorOf(tenant, locations), list: eventList, query: { search: word } },
          // a larger page would be an export, which is an event itself
          200,
        );
        expect({ word, ids: found.ids.toSorted() }).toEqual({ word, ids: plain.map(({ id }) => id).toSorted() });
        expect(new Set(found.totals)).toEqual(new Set([plain.length]));
      });
    });
    // the texts of uncounted names are only in event_party
    const waits = state !== 'counted';
    const everywhere = { ...(waits ? { event_party: 1 } : {}), event_party_count: 1 };
    expect({ state, reads: await readsOfNames('quill 12', 'all') }).toEqual({ state, reads: everywhere });
    const somewhere = { event_party: 1, event_party_total: 1 };
    expect({ state, reads: await readsOfNames('quill 12', locationIds) }).toEqual({ state, reads: somewhere });
  }
});
