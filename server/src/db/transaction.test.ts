// The request's transaction on the wire: `begin` is sent with the first query, `commit` with the last one.
import { expect, test } from 'vitest';
import { listJson } from '#core/list/reply.ts';
import { secretHash } from '#core/auth/secrets.ts';
import { createSession, findActor } from '#core/auth/session.ts';
import { deviceList } from '#modules/devices/list.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { createPool, requestLimits } from './pool.ts';
import { type Db, inTenant, rows } from './tenant.ts';

type Writes = Record<'_write' | '_writev', (...args: unknown[]) => void>;

const portal = await openPortal();
const pool = createPool(portal.database.appUrl, { max: 1, limits: requestLimits });
let messages = 0;
pool.on('connect', (client) => {
  const { stream } = (client as unknown as { connection: { stream: Writes } }).connection;
  for (const name of ['_write', '_writev'] as const) {
    const write = stream[name].bind(stream);
    stream[name] = (...args) => {
      messages++;
      write(...args);
    };
  }
});
const demo = <T>(work: (db: Db) => Promise<T>) => inTenant(pool, tenants.demo, work);
const named = (db: Db) =>
  rows<{ name: string }>(db, 'select name from tenant where id = $1', [db.tenantId], { last: true });
const nameTo = (db: Db, name: string) =>
  rows(db, `update profile set name = $2 where tenant_id = $1 and username = 'clerk'`, [db.tenantId, name]);
const clerk = async () =>
  (
    await portal.inTenant('demo', (db) =>
      rows<{ name: string }>(db, `select name from profile where tenant_id = $1 and username = 'clerk'`, [db.tenantId]),
    )
  )[0]?.name;

test('a list page takes two round trips: the actor, and the rows', async () => {
  const token = await demo(async (db) => {
    const [admin] = await rows<{ id: string }>(
      db,
      `select id from profile where tenant_id = $1 and username = 'admin'`,
      [db.tenantId],
    );
    return createSession(db, admin?.id ?? '', { address: '127.0.0.1', userAgent: 'test' });
  });
  const page = async (db: Db) => {
    const actor = await findActor(db, secretHash(token), false);
    return actor && listJson(db, actor, deviceList, {});
  };
  expect(await demo(page)).toContain('"total_results":');
  messages = 0;
  await demo(page);
  expect(messages).toBe(2);
});

test('statements that wait for no answer in between are sent in one message, together with the commit', async () => {
  const three = (db: Db) =>
    Promise.all([nameTo(db, 'One'), nameTo(db, 'Two'), Promise.resolve().then(() => named(db))]);
  await demo(three);
  messages = 0;
  await demo(three);
  expect(messages).toBe(1);
  await demo(async (db) => {
    await three(db);
    // begins another transaction, with the first of these statements
    await three(db);
  });
  expect(messages).toBe(3);
  expect(await clerk()).toBe('Two');
});

test('a statement is planned once for all values on request, and later ones as PostgreSQL chooses', async () => {
  const text =
    'select count(*) as n, $2::int as call from event where tenant_id = $1 and event_time < now() - make_interval(days => $2)';
  const mode = `select current_setting('plan_cache_mode') as mode`;
  const read = await demo(async (db) => {
    for (let call = 0; call < 3; call++) await rows(db, text, [db.tenantId, call], { generic: true });
    const plans = await rows(
      db,
      `select generic_plans::int as once, custom_plans::int as each from pg_prepared_statements where statement = $1`,
      [text],
    );
    const modes = [
      await rows(db, mode, []),
      await rows(db, mode, [], { generic: true, last: true }),
      await rows(db, mode, []),
    ];
    return { plans, modes };
  });
  expect(read).toEqual({
    plans: [{ once: 3, each: 0 }],
    modes: [[{ mode: 'auto' }], [{ mode: 'force_generic_plan' }], [{ mode: 'auto' }]],
  });
  await expect(pool.query(mode)).resolves.toMatchObject({ rows: [{ mode: 'auto' }] });
});

test('the first error of pipelined statements is reported', async () => {
  const hurried = createPool(portal.database.appUrl, { max: 1, limits: { ...requestLimits, statement_timeout: 100 } });
  const failure = await inTenant(hurried, tenants.demo, async (db) => {
    const slow = rows(db, 'select pg_sleep(5), $1::uuid', [db.tenantId]);
    const behind = rows(db, 'select 1, $1::uuid', [db.tenantId]);
    slow.catch(() => {});
    await behind;
  }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: '57014' });
  await hurried.end();
});

test('writes before the last query are committed with it', async () => {
  await demo(async (db) => {
    await nameTo(db, 'Before the last');
    await named(db);
  });
  expect(await clerk()).toBe('Before the last');
});

test('when the last query fails, nothing is stored and the connection stays usable', async () => {
  const before = await clerk();
  const failed = demo(async (db) => {
    await nameTo(db, 'Not stored');
    return rows(db, 'select 1 / 0', [], { last: true });
  });
  await expect(failed).rejects.toMatchObject({ code: '22012' });
  expect(await clerk()).toBe(before);
  expect(await demo(named)).toHaveLength(1);
  expect(pool.totalCount).toBe(1);
});

test('an error after the last query rolls back nothing', async () => {
  const failed = demo(async (db) => {
    await nameTo(db, 'Stored');
    await named(db);
    throw new Error('too late');
  });
  await expect(failed).rejects.toThrow('too late');
  expect(await clerk()).toBe('Stored');
});

test('a query after the last one runs for the same tenant', async () => {
  const setting = `select current_setting('app.tenant_id') as tenant`;
  const read = await demo(async (db) => {
    await named(db);
    return [await rows(db, setting, []), await rows(db, setting, [], { last: true }), await rows(db, setting, [])];
  });
  expect(read).toEqual(Array.from({ length: 3 }, () => [{ tenant: tenants.demo }]));
  await expect(pool.query(setting)).resolves.toMatchObject({ rows: [{ tenant: '' }] });
});

test('a swallowed error before the last query fails the commit', async () => {
  const swallowed = demo(async (db) => {
    await rows(db, 'select 1 / 0', []).catch(() => {});
    await named(db).catch(() => {});
    return 'done';
  });
  await expect(swallowed).rejects.toThrow('rolled back');
});

test.each([false, true])('a query after the end never reaches the connection (last: %s)', async (last) => {
  const reached = 'select 1 as reached';
  let later = (): Promise<unknown> => Promise.resolve();
  await demo(async (db) => {
    later = () => rows(db, reached, []);
    await rows(db, 'select 1', [], { last });
  });
  await demo(async (db) => {
    await nameTo(db, 'Of the next one');
    await expect(later()).rejects.toThrow('the transaction is over');
  });
  expect(await clerk()).toBe('Of the next one');
  const failed = demo(async (db) => {
    later = () => rows(db, reached, []);
    await rows(db, 'select 1 / 0', [], { last });
  });
  await expect(failed).rejects.toThrow();
  await expect(later()).rejects.toThrow('the transaction is over');
});
