import { type Db, rows } from '#db/tenant.ts';
import { newParams, type Params } from './params.ts';
import type { Lookup, Piece } from './types.ts';

/** Up to this many ids are named in the statement; above, the statement looks them up itself. */
const fewIds = 300;

/**
 * Rows that point at something that passes all `tests`. The ids are looked up first, so that the plan is made for them: few
 * are read one by one, none need no reading at all.
 */
export async function lookupPiece(
  db: Db,
  { from, id, columns, sorts, among }: Lookup,
  tests: readonly ((params: Params) => string)[],
  params: Params,
): Promise<Piece> {
  const matching = (of: Params) =>
    `select ${id} as id from ${from(of.own)} and ${tests.map((test) => test(of)).join(' and ')}`;
  const asked = newParams(db.tenantId);
  const found = await rows<{ id: string }>(db, `${matching(asked)} limit ${fewIds + 1}`, asked.values, { once: true });
  if (found.length === 0) return { text: 'false' };
  if (found.length > fewIds) {
    const set = matching(params);
    if (among) return { text: anyOf(columns.map((column) => among(params.own, `${column} in (${set})`))) };
    const name = `found${params.values.length}`;
    const text = anyOf(columns.map((column) => `${column} in (select x.id from ${name} x)`));
    return { text, late: true, with: `${name} as materialized (${set})` };
  }
  const array = params.add(
    found.map((row) => row.id),
    'uuid[]',
  );
  const text = columns.map((column) =>
    found.length === 1 ? `${column} = (${array})[1]` : `${column} = any(${array})`,
  );
  if (among) return { text: anyOf(text.map((test) => among(params.own, test))) };
  return { text: anyOf(text), spread: { columns, array, sorts } };
}

const anyOf = (tests: readonly string[]) => `(${tests.join(' or ')})`;
