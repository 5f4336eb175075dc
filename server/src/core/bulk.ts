import { type Db, rows } from '#db/tenant.ts';

/** Sizes of the pieces in which rows are written: few shapes, so that each is prepared once per connection. */
const sizes = [256, 128, 64, 32, 16, 8, 4, 2, 1] as const;

/** Cuts a list into pieces of the fixed sizes, the largest first; the order of the items stays. */
function* pieces<T>(items: readonly T[]): Generator<readonly T[]> {
  let at = 0;
  for (const size of sizes) {
    for (; items.length - at >= size; at += size) yield items.slice(at, at + size);
  }
}

const texts = new Map<string, string>();
/** `(row, …), (row, …)` for `count` rows of the columns' parameters; $1 is the tenant. */
function valuesText(count: number, columns: readonly string[], withTenant: boolean): string {
  const key = `${count}/${withTenant}/${columns.join()}`;
  const known = texts.get(key);
  if (known) return known;
  let next = 2;
  const row = () => {
    const cells = columns.map((cast) => `$${next++}${cast && `::${cast}`}`);
    return `(${[...(withTenant ? ['$1'] : []), ...cells].join()})`;
  };
  const text = Array.from({ length: count }, row).join();
  texts.set(key, text);
  return text;
}

/**
 * `insert into <into> values …` in few statements. `into` names tenant_id as the first column; the rows do not carry
 * it. `end` is what follows the values (`on conflict …`).
 */
export async function insertRows(
  db: Db,
  into: string,
  values: readonly (readonly unknown[])[],
  end = '',
): Promise<void> {
  for (const piece of pieces(values)) {
    const columns = (piece[0] ?? []).map(() => '');
    const text = `insert into ${into} values ${valuesText(piece.length, columns, true)} ${end}`;
    // one after the other: the rows' order is also the order of their locks
    await rows(db, text, [db.tenantId, ...piece.flat()]);
  }
}

/**
 * Runs `before (values …) after` in few statements, for `update … from (values …)`. `casts` are the columns' SQL types.
 * The tenant is $1.
 */
export async function withRows(
  db: Db,
  statement: { before: string; casts: readonly string[]; after: string },
  values: readonly (readonly unknown[])[],
): Promise<void> {
  for (const piece of pieces(values)) {
    const list = valuesText(piece.length, statement.casts, false);
    await rows(db, `${statement.before} (values ${list}) ${statement.after}`, [db.tenantId, ...piece.flat()]);
  }
}
