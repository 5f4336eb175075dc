// The counters of events while other transactions stay open.
import type pg from 'pg';
import { expect, test } from 'vitest';
import { createPool } from '#db/pool.ts';
import { inTenant } from '#db/tenant.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { onTeardown } from '#testing/teardown.ts';
import { noLocation, writeEvents } from './events.ts';
import { aggregateParties } from './party-job.ts';

const portal = await openPortal();
const { system, appUrl } = portal.database;
const tenant = tenants.harbor;

const waiting = async () =>
  (await system.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
    .rowCount;

test('two jobs that count more names than one statement takes do not deadlock', async () => {
  const write = (names: readonly string[]) =>
    portal.inTenant('harbor', (db) =>
      writeEvents(
        db,
        names.map((name) => ({
          event: 'LOCK_UNLOCK' as const,
          agent: { domain: 'profile' as const, id: null, name, email: null },
          locations: [],
        })),
      ),
    );
  const job = () => inTenant(system, tenant, aggregateParties);
  const all = Array.from({ length: 1500 }, (_, i) => `beside ${i}`);
  await write(all);
  await job();
  // in the order in which a job counts them
  const { rows: parties } = await system.query<{ id: string; name: string }>(
    `select id, name from event_party where tenant_id = $1 and name like 'beside %' order by id`,
    [tenant],
  );
  expect(parties).toHaveLength(all.length);

  await write(all);
  const holder = await system.connect();
  try {
    // locks the first name of the first job's second statement
    await holder.query('begin');
    await holder.query('select from event_party_total where tenant_id = $1 and party_id = $2 for update', [
      tenant,
      parties[1000]?.id,
    ]);
    const first = job();
    await expect.poll(waiting).toBe(1);
    // locks a later name of the same statement
    await write([parties[1499]?.name ?? '']);
    const second = job();
    await expect.poll(waiting).toBe(2);
    await holder.query('rollback');
    expect(await Promise.allSettled([first, second])).toEqual([
      { status: 'fulfilled', value: all.length },
      { status: 'fulfilled', value: 1 },
    ]);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  const { rows: counted } = await system.query(
    `select sum(c.as_agent)::int as n, count(*)::int as names from event_party_count c
     join event_party p on p.tenant_id = c.tenant_id and p.id = c.party_id
     where c.tenant_id = $1 and p.name like 'beside %'`,
    [tenant],
  );
  expect(counted).toEqual([{ n: 2 * all.length + 1, names: all.length }]);
});

test('up to 32 transactions count their events at the same time, whichever sessions they have', async () => {
  const sessions = 33;
  const pool = createPool(appUrl, { max: sessions });
  onTeardown(() => pool.end());
  const clients: pg.PoolClient[] = [];
  try {
    /** Sessions by process id modulo 32: of 33, two have the same part. */
    const byPart = new Map<number, pg.PoolClient[]>();
    for (let i = 0; i < sessions; i++) {
      const client = await pool.connect();
      clients.push(client);
      const { rows } = await client.query<{ part: number }>('select pg_backend_pid() % 32 as part');
      const part = rows[0]?.part ?? 0;
      byPart.set(part, [...(byPart.get(part) ?? []), client]);
    }
    const [first, second] = [...byPart.values()].find(({ length }) => length > 1) ?? [];
    if (!first || !second) throw new Error('no two sessions have the same part');
    const begin = async (client: pg.PoolClient) => {
      await client.query(`begin; set local app.tenant_id = '${tenant}'; set local lock_timeout = '2s'`);
    };
    const add = (client: pg.PoolClient) =>
      client.query(
        `insert into event (tenant_id, event_time, event, location_set_id, body) values ($1, now(), 'LOGIN', $2, '{}')`,
        [tenant, noLocation],
      );
    /** The parts that the session's transaction has locked. */
    const heldBy = async (client: pg.PoolClient) =>
      (
        await client.query<{ part: number }>(
          'select part from event_count where tenant_id = $1 and xmin = pg_current_xact_id()::xid',
          [tenant],
        )
      ).rows.map(({ part }) => part);
    const counted = async () =>
      (
        await system.query<{ n: number; parts: number; events: number }>(
          `select sum(n)::bigint as n, count(*) as parts, (select count(*) from event where tenant_id = $1) as events
           from event_count where tenant_id = $1`,
          [tenant],
        )
      ).rows[0];

    await begin(first);
    await add(first);
    await begin(second);
    await add(second);
    const [own] = await heldBy(first);
    const [other] = await heldBy(second);
    expect(other).not.toBe(own);
    // a transaction of many statements stays with its part, though another becomes free
    await first.query('commit');
    await add(second);
    expect(await heldBy(second)).toEqual([other]);
    await second.query('commit');

    for (const client of clients.slice(1)) {
      await begin(client);
      await add(client);
    }
    await Promise.all(clients.slice(1).map((client) => client.query('commit')));
    const { n, parts, events } = (await counted()) ?? {};
    expect(n).toBe(events);
    expect(parts).toBe(32);
  } finally {
    for (const client of clients) {
      await client.query('rollback');
      client.release();
    }
  }
});
