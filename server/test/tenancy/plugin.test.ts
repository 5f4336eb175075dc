import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { TenantPlugin, tenantNet } from '#db/tenant-plugin.ts';
import type { DB } from '#db/types.ts';

const tenant = '11111111-1111-4111-8111-111111111111';
type Tables = { [T in keyof DB]: Omit<DB[T], 'tenant_id'> };
const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (k) => new PostgresIntrospector(k),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [new TenantPlugin(tenant)],
});
/** The statement without quotes, with «t» for the tenant's placeholder. */
function sqlOf(query: { compile(): { sql: string; parameters: readonly unknown[] } }): string {
  const { sql, parameters } = query.compile();
  return sql
    .replace(/\$(\d+)/g, (all, n: string) => (parameters[Number(n) - 1] === tenant ? '«t»' : all))
    .replaceAll('"', '');
}

afterEach(() => {
  tenantNet.predicate = true;
});

describe('every table in a query is scoped to the tenant', () => {
  test('select, with and without a condition, and by alias', () => {
    expect(sqlOf(db.selectFrom('device').select('id'))).toBe('select id from device where device.tenant_id = «t»');
    expect(sqlOf(db.selectFrom('device as d').select('d.id').where('d.name', '=', 'x'))).toBe(
      'select d.id from device as d where d.name = $1 and d.tenant_id = «t»',
    );
  });

  test('an “or” in the condition does not escape the scope', () => {
    const query = db
      .selectFrom('device as d')
      .select('d.id')
      .where((eb) => eb.or([eb('d.name', '=', 'x'), eb('d.name', '=', 'y')]));
    expect(sqlOf(query)).toBe('select d.id from device as d where (d.name = $1 or d.name = $2) and d.tenant_id = «t»');
    const loose = db.selectFrom('device as d').select('d.id').where('d.name', '=', 'x');
    expect(sqlOf(loose.where('d.version', '=', 1))).toContain('and d.tenant_id = «t»');
  });

  test('two tables in from, and the same table twice', () => {
    expect(sqlOf(db.selectFrom(['device as a', 'device as b']).select('a.id'))).toBe(
      'select a.id from device as a, device as b where a.tenant_id = «t» and b.tenant_id = «t»',
    );
  });

  test('inner and left joins have the predicate in their own condition, so that a left join stays one', () => {
    const query = db
      .selectFrom('device as d')
      .innerJoin('device_type as t', 't.id', 'd.device_type_id')
      .leftJoin('tag_value as v', 'v.id', 'd.location_value_id')
      .select('d.id');
    expect(sqlOf(query)).toBe(
      'select d.id from device as d inner join device_type as t on t.id = d.device_type_id and t.tenant_id = «t» ' +
        'left join tag_value as v on v.id = d.location_value_id and v.tenant_id = «t» where d.tenant_id = «t»',
    );
  });

  test('subqueries in the condition, in the selection and in from', () => {
    const inWhere = db
      .selectFrom('device')
      .select('id')
      .where('device_type_id', 'in', (eb) => eb.selectFrom('device_type as t').select('t.id'));
    expect(sqlOf(inWhere)).toContain('(select t.id from device_type as t where t.tenant_id = «t»)');
    const inSelect = db
      .selectFrom('device as d')
      .select((eb) =>
        eb.selectFrom('device_type as t').select('t.name').whereRef('t.id', '=', 'd.device_type_id').as('type'),
      );
    expect(sqlOf(inSelect)).toContain('where t.id = d.device_type_id and t.tenant_id = «t») as type');
    const inFrom = db.selectFrom((eb) => eb.selectFrom('device').select('id').as('x')).select('x.id');
    expect(sqlOf(inFrom)).toBe('select x.id from (select id from device where device.tenant_id = «t») as x');
    const inJoin = db
      .selectFrom('device as d')
      .innerJoin(
        (eb) => eb.selectFrom('device_tag').select('device_tag.device_id').as('g'),
        (join) => join.onRef('g.device_id', '=', 'd.id'),
      )
      .select('d.id');
    expect(sqlOf(inJoin)).toBe(
      'select d.id from device as d inner join (select device_tag.device_id from device_tag where device_tag.tenant_id = «t») as g ' +
        'on g.device_id = d.id where d.tenant_id = «t»',
    );
  });

  test('both sides of a union', () => {
    const query = db
      .selectFrom('device')
      .select('id')
      .unionAll((eb) => eb.selectFrom('profile').select('id'));
    expect(sqlOf(query)).toBe(
      'select id from device where device.tenant_id = «t» union all select id from profile where profile.tenant_id = «t»',
    );
  });

  test('the inside of a common table expression, but not its name, which has no tenant_id', () => {
    const query = db
      .with('mine', (q) => q.selectFrom('device').select('id'))
      .selectFrom('mine')
      .select('mine.id');
    expect(sqlOf(query)).toBe(
      'with mine as (select id from device where device.tenant_id = «t») select mine.id from mine',
    );
  });

  test('a common table expression shadows a table of the same name only in its own query', () => {
    const one = db
      .with('role', (q) => q.selectFrom('device').select('id'))
      .selectFrom('role')
      .select('role.id');
    expect(sqlOf(one)).toContain('from device where device.tenant_id = «t»');
    expect(sqlOf(db.selectFrom('role').select('id'))).toBe('select id from role where role.tenant_id = «t»');
  });

  test('update, update … from, delete, delete … using', () => {
    expect(sqlOf(db.updateTable('device').set({ name: 'x' }))).toBe(
      'update device set name = $1 where device.tenant_id = «t»',
    );
    const from = db
      .updateTable('device as d')
      .from('device_type as t')
      .set({ name: 'x' })
      .whereRef('t.id', '=', 'd.device_type_id');
    expect(sqlOf(from)).toBe(
      'update device as d set name = $1 from device_type as t where t.id = d.device_type_id and d.tenant_id = «t» and t.tenant_id = «t»',
    );
    expect(sqlOf(db.deleteFrom('device'))).toBe('delete from device where device.tenant_id = «t»');
    const using = db.deleteFrom('device as d').using('device_type as t').whereRef('t.id', '=', 'd.device_type_id');
    expect(sqlOf(using)).toBe(
      'delete from device as d using device_type as t where t.id = d.device_type_id and d.tenant_id = «t» and t.tenant_id = «t»',
    );
    const nested = db.updateTable('device').set((eb) => ({
      name: eb.selectFrom('device_type').select('device_type.name').limit(1),
    }));
    expect(sqlOf(nested)).toContain('from device_type where device_type.tenant_id = «t» limit');
  });

  test('insert sets tenant_id in every row, and a conflict is scoped to the tenant', () => {
    expect(sqlOf(db.insertInto('role').values([{ name: 'a' }, { name: 'b' }]))).toBe(
      'insert into role (tenant_id, name) values («t», $2), («t», $4)',
    );
    const upsert = db
      .insertInto('sign_in_attempt')
      .values({ key: 'k', failures: 1 })
      .onConflict((c) => c.column('key').doUpdateSet({ failures: 2 }));
    expect(sqlOf(upsert)).toContain('(tenant_id, key, failures) values («t», $2, $3) on conflict (tenant_id, key)');
  });

  test('insert from a query sets tenant_id, and the query is scoped', () => {
    const copied = db
      .insertInto('role')
      .columns(['name'])
      .expression((eb) => eb.selectFrom('device as d').select('d.name').where('d.id', '=', 'x'));
    expect(sqlOf(copied)).toBe(
      'insert into role (tenant_id, name) select «t» as tenant_id, d.name from device as d where d.id = $2 and d.tenant_id = «t»',
    );
  });

  test('the table of tenants has no tenant_id', () => {
    expect(sqlOf(db.selectFrom('tenant').select('id'))).toBe('select id from tenant');
  });
});

test('with the net off nothing is compared, and inserts still set tenant_id', () => {
  tenantNet.predicate = false;
  expect(sqlOf(db.selectFrom('device').select('id'))).toBe('select id from device');
  expect(sqlOf(db.insertInto('role').values({ name: 'a' }))).toContain('(tenant_id, name) values («t»');
});
