import { pins } from '@keyward/contract/pins';
import { profiles } from '@keyward/contract/profiles';
import { describe, expect, test } from 'vitest';
import { createVault } from '#core/auth/secrets.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { missingPins } from './jobs.ts';
import { openOutbox } from '#testing/outbox.ts';
import { issuePins } from './issue.ts';

const count = async (portal: Awaited<ReturnType<typeof openPortal>>, text: string) =>
  Number((await portal.database.system.query<{ n: number }>(text, [tenants.demo])).rows[0]?.n);

describe('a space of twelve PINs', () => {
  const space = ['90817', '90827', '90837', '90847', '90857', '90867'].flatMap((pin) => [
    pin,
    [...pin].toReversed().join(''),
  ]);
  const others = Array.from({ length: 8 }, (_, i) => `5091${i}`);

  test('serves twelve of twenty concurrent profiles, and stores nothing of the others', async () => {
    let drawn = 0;
    const portal = await openPortal({
      // enough for one each within the tenant's share: a call that waits too long for a connection is refused
      connections: 40,
      drawPin: (length) => (space[drawn++ % 12] ?? '').padEnd(length, '0'),
    });
    const { admin } = portal.as;
    // more profiles, so that the length stays the same during the test
    await portal.database.system.query(
      `insert into profile (tenant_id, name, username) select $1, 'Many', 'many.' || n from generate_series(1, 30) n`,
      [tenants.demo],
    );
    const create = async (i: number) => {
      const body = { name: 'Storm', username: `storm.${i}`, email: `storm.${i}@demo.example` };
      let answer = await admin.request(profiles.create, { body });
      // on a busy machine the last of twenty waits too long for its turn
      while (answer.status === 503) answer = await admin.request(profiles.create, { body });
      return answer;
    };
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => create(i)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(12);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(8);
    expect(refused[0]?.body).toMatchObject({ errors: [{ code: 'pinNotFound', params: { tries: 20 } }] });
    expect(await count(portal, `select count(*)::int as n from profile where tenant_id = $1 and name = 'Storm'`)).toBe(
      12,
    );
    expect(await count(portal, `select count(*)::int as n from pin_index where tenant_id = $1`)).toBe(12);
    expect(
      await count(portal, `select count(*)::int as n from event where tenant_id = $1 and event = 'ADD_USER'`),
    ).toBe(12);
  });

  test('a reset that finds no free PIN leaves the PIN as it was', async () => {
    let fixed = '90817';
    const portal = await openPortal({ drawPin: () => fixed });
    const { admin } = portal.as;
    const { data } = await admin.call(profiles.create, { body: { name: 'One', username: 'one' } });
    const params = { id: data.id };
    expect(await admin.refused(pins.reset, { params })).toMatchObject({ status: 409, code: 'pinNotFound' });
    expect(await admin.call(pins.show, { params })).toEqual({ data: '90817' });
    expect(
      await count(portal, `select count(*)::int as n from event where tenant_id = $1 and event = 'RESET_PIN'`),
    ).toBe(0);
    fixed = others[0] ?? '';
    expect(await admin.call(pins.reset, { params })).toEqual({ data: fixed });
    // the former PIN is free again
    fixed = '90817';
    expect((await admin.request(profiles.create, { body: { name: 'Two', username: 'two' } })).status).toBe(201);
  });
});

test('profiles added concurrently never get more PINs of a length than it allows', async () => {
  const portal = await openPortal({ connections: 32 });
  await Promise.all(
    Array.from({ length: 14 }, (_, i) =>
      portal.as.admin.call(profiles.create, { body: { name: 'Storm', username: `storm.${i}` } }),
    ),
  );
  const { rows } = await portal.database.system.query<{ length: number; n: number }>(
    'select length, count(*)::int as n from pin where tenant_id = $1 group by length order by length',
    [tenants.demo],
  );
  expect(rows.map(({ length }) => length)).toEqual([5, 6]);
  for (const { length, n } of rows) expect(n / 10 ** length).toBeLessThanOrEqual(1e-4);
});

test('the job gives each profile without a PIN exactly one', async () => {
  const portal = await openPortal();
  const { context } = openOutbox(portal);
  await portal.database.system.query(
    `insert into profile (tenant_id, name, username) select $1, 'Many', 'many.' || n from generate_series(1, 450) n`,
    [tenants.demo],
  );
  await Promise.all([missingPins.run(undefined, context), missingPins.run(undefined, context)]);
  const stored = async () =>
    (
      await portal.database.system.query<{ sealed: Buffer }>('select sealed from pin where tenant_id = $1', [
        tenants.demo,
      ])
    ).rows;
  const first = await stored();
  expect(first).toHaveLength(457);
  await missingPins.run(undefined, context);
  expect(await stored()).toEqual(first);
});

test('nothing that the database stores shows a PIN', async () => {
  const portal = await openPortal();
  const { admin } = portal.as;
  const { id } = (await admin.call(profiles.create, { body: { name: 'Dump', username: 'dump' } })).data;
  const params = { id };
  const shown = [(await admin.call(pins.show, { params })).data, (await admin.call(pins.reset, { params })).data];
  await openOutbox(portal).work();
  const { rows: tables } = await portal.database.system.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname in ('public', 'graphile_worker')`,
  );
  const texts = await portal.inTenant('demo', async () =>
    Promise.all(
      tables.map(async ({ name }) =>
        (await portal.database.system.query<{ text: string }>(`select t::text as text from ${name} t`)).rows.map(
          (r) => r.text,
        ),
      ),
    ),
  );
  const dump = texts
    .flat()
    .join('\n')
    .replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+/g, '');
  expect(dump).toContain(id);
  for (const pin of shown) {
    expect(dump).not.toMatch(new RegExp(`(?<![0-9a-f])${pin}(?![0-9a-f])`));
    expect(dump).not.toContain(Buffer.from(pin).toString('hex'));
  }
});

test('while the server’s key is changed, no PIN is issued twice', async () => {
  const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const portal = await openPortal();
  const ids = (
    await portal.database.system.query<{ id: string }>('select id from profile where tenant_id = $1 order by id', [
      tenants.demo,
    ])
  ).rows.map((row) => row.id);
  const [a = '', b = ''] = ids;
  const issue = (id: string, vault: ReturnType<typeof createVault>, ...digits: string[]) =>
    portal.inTenant('demo', (db) => issuePins(db, vault, [id], { by: null, draw: () => digits.shift() ?? '90827' }));
  await issue(a, createVault(first), '90817');
  // as a process with both the new key and the old one
  await issue(b, createVault(second, first), '90817');
  expect(await count(portal, 'select count(*)::int as n from pin_index where tenant_id = $1')).toBe(3);
  const opened = await portal.database.system.query<{ profile_id: string; sealed: Buffer }>(
    'select profile_id, sealed from pin where tenant_id = $1',
    [tenants.demo],
  );
  const vault = createVault(second, first);
  expect(
    opened.rows
      .map(({ profile_id: id, sealed }) => vault.open(sealed, `pin ${tenants.demo} ${id}`))
      .toSorted((x, y) => Number(x) - Number(y)),
  ).toEqual(['90817', '90827']);
});
