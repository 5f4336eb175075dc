// Conditions on a value of another table: its ids are looked up first, so that the statement is planned for those ids.
import { type Db, rows } from '#db/tenant.ts';
import { newParams, type Params, type WriteSql } from '#core/list/params.ts';
import type { Lookup } from '#core/list/types.ts';
import type { Predicate } from './condition.ts';
import { anyOf, equalsOneOf } from './predicate.ts';

/** Maximum ids listed in the statement; above it, the statement selects them itself. */
const maxInlineIds = 300;

/** Matches rows that reference a row of `from` that passes all `tests`; takes one round trip. */
export async function lookUp(
  db: Db,
  { from, id, columns, sorts, viaJunction }: Lookup,
  tests: readonly WriteSql[],
): Promise<Predicate> {
  const members = (params: Params) =>
    `select ${id} as id from ${from(params.own)} and ${tests.map((test) => test(params)).join(' and ')}`;
  const memberParams = newParams(db.tenantId);
  const text = `${members(memberParams)} limit ${maxInlineIds + 1}`;
  const values = (await rows<{ id: string }>(db, text, memberParams.values, { once: true })).map((row) => row.id);
  if (values.length === 0) return { kind: 'nothing' };
  const inline = values.length <= maxInlineIds;
  if (viaJunction) {
    const junction = (test: (column: string) => string, { own }: Params) =>
      anyOf(columns.map((column) => viaJunction(own, test(column))));
    return {
      kind: 'test',
      sql: (params) => {
        if (inline) return junction((column) => equalsOneOf(column, values, 'uuid[]', params), params);
        const set = members(params);
        return junction((column) => `${column} in (${set})`, params);
      },
    };
  }
  if (inline) return { kind: 'oneOf', columns, values, type: 'uuid', sorts };
  return {
    kind: 'inSet',
    members,
    // as an expression, PostgreSQL uses a hashed subplan; as a join it may compare each row with the whole set
    sql: (set) => `${anyOf(columns.map((column) => `${column} in (select x.id from ${set} x)`))} is true`,
  };
}
