// Search by very frequent words, which uses other strategies than name ids.
import type pg from 'pg';
import { expect, test } from 'vitest';
import { type NewEvent, writeEvents } from '#core/events/events.ts';
import { inTenant, rows } from '#db/tenant.ts';
import { eventList } from '#modules/activity/list.ts';
import { actorOf } from '#testing/actor.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { run, type Query, readAll } from './model.ts';

const portal = await openPortal();
const tenant = tenants.demo;

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
  const statements: string[] = [];
  const pool = portal.database.app;
  const connect = async () => {
    const client = await pool.connect();
    return {
      query: (query: string | { text: string }, ...answer: []) => {
        if (typeof query !== 'string') statements.push(query.text);
        return client.query(query as string, ...answer);
      },
      release: () => client.release(),
    };
  };
  const listening = Object.create(pool, { connect: { value: connect } }) as pg.Pool;
  // not in the newest partitions: those are read first, with the total, then all of them
  const query = { 'description.entityName': 'like:*seldom*', received_at: 'gte:now-1d' };
  const found = await inTenant(listening, tenant, (db) =>
    run({ db, actor: actorOf(tenant, 'all'), list: eventList, query }),
  );
  expect([found.data.length, found.total_results]).toEqual([1, 1]);
  const lookups = statements.filter((text) => text.includes('from event_party p'));
  expect([lookups.length, statements.length]).toEqual([1, 3]);
});
