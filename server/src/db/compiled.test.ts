import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { compileOnce } from './compiled.ts';
import { inTenant } from './tenant.ts';

const portal = await openPortal();

test('a compiled query is sent with the values and the tenant of each call, and built once', async () => {
  let built = 0;
  const byName = compileOnce((db, { username }: { username: string }) => {
    built++;
    return db
      .selectFrom('profile as p')
      .innerJoin('tenant as t', (join) => join.onTrue())
      .select(['p.username', sql<string>`p.tenant_id`.as('tenant')])
      .where('p.username', '=', username)
      .whereRef('t.id', '=', sql`p.tenant_id`);
  });
  const find = (tenant: 'demo' | 'harbor', username: string) =>
    inTenant(portal.database.app, tenants[tenant], (db) => byName(db, { username }));
  const found = [await find('demo', 'admin'), await find('harbor', 'admin'), await find('demo', 'clerk')];
  expect(found).toEqual([
    [{ username: 'admin', tenant: tenants.demo }],
    [{ username: 'admin', tenant: tenants.harbor }],
    [{ username: 'clerk', tenant: tenants.demo }],
  ]);
  expect(built).toBe(1);
});

test('a compiled insert stores the values for the tenant of the call, and null for what is undefined', async () => {
  const insert = compileOnce(
    (db, { device_id, by_name, note }: { device_id: string; by_name: string; note?: string | undefined }) =>
      db.insertInto('lost_key').values({ device_id, by_name, note }).returning(['by_name', 'note']),
  );
  const stored = await inTenant(portal.database.app, tenants.demo, async (db) => {
    const [one, other] = await db.selectFrom('device').select('id').limit(2).execute();
    return [
      await insert(db, { device_id: one?.id ?? '', by_name: 'A', note: 'left in the van' }),
      await insert(db, { device_id: other?.id ?? '', by_name: 'B' }),
    ];
  });
  expect(stored).toEqual([[{ by_name: 'A', note: 'left in the van' }], [{ by_name: 'B', note: null }]]);
});

test('a query that computes with a value is refused', async () => {
  const wrong = compileOnce((db, { username }: { username: string }) =>
    db.selectFrom('profile').select('id').where('username', '=', `${username}.x`),
  );
  const sent = inTenant(portal.database.app, tenants.demo, async (db) => wrong(db, { username: 'admin' }));
  await expect(sent).rejects.toThrow('compute the value before the call');
});
