import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { runSql, compile, join, own, sql, tenant, tuples } from './sql.ts';
import { tenantNet } from './tenant-plugin.ts';

const id = '11111111-1111-4111-8111-111111111111';
afterEach(() => {
  tenantNet.predicate = true;
});

describe('the template', () => {
  test('a value becomes a numbered parameter; a fragment is inserted with its values', () => {
    const named = sql`d.name = ${'x'} and d.version > ${3}`;
    expect(compile(sql`select ${1}::int from device d where ${named} or d.id = ${'y'}`, id)).toMatchObject({
      text: 'select $1::int from device d where d.name = $2 and d.version > $3 or d.id = $4',
      values: [1, 'x', 3, 'y'],
    });
  });

  test('the tenant is one parameter, however often it occurs', () => {
    const query = sql`${'a'}, ${tenant}, ${own('d')}, ${sql`${own('t')}`}`;
    expect(compile(query, id)).toMatchObject({
      text: '$1, $2, d.tenant_id = $2, t.tenant_id = $2',
      values: ['a', id],
    });
  });

  test('fragments are joined', () => {
    expect(compile(sql`(${join([sql`a`, sql`${2}`, sql`c`], ' or ')})`, id)).toMatchObject({
      text: '(a or $1 or c)',
      values: [2],
    });
    expect(compile(join([]), id)).toMatchObject({ text: '', values: [] });
  });

  test('rows become tuples of parameters, and a cell may be a fragment', () => {
    const rows = [
      [tenant, 'a', null],
      [tenant, 'b', sql`now()`],
    ];
    expect(compile(sql`values ${tuples(rows)}`, id)).toMatchObject({
      text: 'values ($1, $2, $3), ($1, $4, now())',
      values: [id, 'a', null, 'b'],
    });
  });

  test('the test switch removes the predicate at execution and keeps the id', () => {
    const query = sql`where ${own('d')} and ${tenant} is not null`;
    tenantNet.predicate = false;
    expect(compile(query, id)).toMatchObject({ text: 'where true and $1 is not null', values: [id] });
    tenantNet.predicate = true;
    expect(compile(query, id).text).toBe('where d.tenant_id = $1 and $1 is not null');
  });

  test('no value is interpolated as text', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const { text, values } = compile(sql`select ${value}`, id);
        expect(text).toBe('select $1');
        expect(values).toEqual([value]);
      }),
    );
  });
});

test('a statement runs in the transaction of its tenant', async () => {
  const portal = await openPortal();
  const word = "'; drop table role";
  const found = await portal.inTenant('demo', (db) =>
    runSql<{ id: string; word: string; others: number }>(
      db,
      sql`select t.id, ${word}::text as word, (select count(*) from role r where ${own('r')} and r.tenant_id <> t.id) as others
        from tenant t where t.id = ${tenant}`,
    ),
  );
  expect(found).toEqual([{ id: tenants.demo, word, others: 0 }]);
});
