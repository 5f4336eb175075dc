import { type Db, rows } from './tenant.ts';

/** Sizes of the pieces in which rows are written: few shapes, so that each is prepared once per connection. */
const sizes = [256, 100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1] as const;
const largest = sizes[0];

/** Cuts a list into pieces of the fixed sizes, the largest first; the order of the items stays. */
function* pieces<T>(items: readonly T[]): Generator<readonly T[]> {
  let at = 0;
  for (const size of sizes) {
    for (; items.length - at >= size; at += size) yield items.slice(at, at + size);
  }
}

/** The same in fewer pieces where a row may come twice: the last piece is filled up with its last row. */
function* filledPieces<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += largest) {
    const piece = items.slice(at, at + largest);
    const size = sizes.findLast((s) => s >= piece.length) ?? largest;
    yield [...piece, ...piece.slice(-1).flatMap((row) => Array.from({ length: size - piece.length }, () => row))];
  }
}

/** The items in one piece where they fit in one, filled up with `empty`. */
export function filledWith<T>(items: readonly T[], empty: T): readonly T[] {
  const size = sizes.findLast((s) => s >= items.length) ?? items.length;
  return [...items, ...Array.from({ length: size - items.length }, () => empty)];
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
 * it. `end` is what follows the values (`on conflict …`). All are sent before the call returns, and in order: the rows'
 * order is also the order of their locks, and what the caller sends next comes after them.
 */
export async function insertRows(
  db: Db,
  into: string,
  values: readonly (readonly unknown[])[],
  end = '',
): Promise<void> {
  const columns = (values[0] ?? []).map(() => '');
  await Promise.all(
    [...pieces(values)].map((piece) => {
      const text = `insert into ${into} values ${valuesText(piece.length, columns, true)} ${end}`;
      return rows(db, text, [db.tenantId, ...piece.flat()]);
    }),
  );
}

/**
 * `update … from (values …)` in few statements; `before` and `after` are the text around the values, `casts` the
 * columns' SQL types. The tenant is $1. A row may be sent twice. Sent as by `insertRows`.
 */
export async function updateFrom(
  db: Db,
  statement: { before: string; casts: readonly string[]; after: string },
  values: readonly (readonly unknown[])[],
): Promise<void> {
  await Promise.all(
    [...filledPieces(values)].map((piece) => {
      const list = valuesText(piece.length, statement.casts, false);
      return rows(db, `${statement.before} (values ${list}) ${statement.after}`, [db.tenantId, ...piece.flat()]);
    }),
  );
}
