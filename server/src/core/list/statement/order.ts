// The order of a page in SQL, and the rows after a position in it (keyset paging).
import type { Position } from '#core/list/grammar/cursor.ts';
import type { Params, SqlType } from '#core/list/params.ts';
import type { Key } from '#core/list/plan/span.ts';
import type { Column } from '#core/list/types.ts';

const casts: Record<Column['type'], SqlType> = {
  text: 'text',
  enum: 'text',
  id: 'uuid',
  boolean: 'boolean',
  number: 'bigint',
  instant: 'timestamptz',
};

/**
 * The rows after `position`. The id breaks ties, in the direction of the last column, so that a uniform direction is a
 * single row comparison, which an index on these columns serves. The bound on the first column is also written
 * separately, because it prunes partitions.
 */
export function after(keys: readonly Key[], idColumn: string, position: Position, params: Params): string {
  const all = keys.map(({ by, type, desc }, i) => ({ by, value: params.add(position.keys[i], casts[type]), desc }));
  all.push({ by: idColumn, value: params.add(position.id, 'uuid'), desc: keys.at(-1)?.desc ?? false });
  const [first] = all;
  if (!first) return 'true';
  const bound = `${first.by} ${first.desc ? '<=' : '>='} ${first.value}`;
  if (all.every((key) => key.desc === first.desc)) {
    const row = `(${all.map((k) => k.by).join(', ')}) ${first.desc ? '<' : '>'} (${all.map((k) => k.value).join(', ')})`;
    return `${bound} and ${row}`;
  }
  const steps = all.map((key, i) =>
    [...all.slice(0, i).map((k) => `${k.by} = ${k.value}`), `${key.by} ${key.desc ? '<' : '>'} ${key.value}`].join(
      ' and ',
    ),
  );
  return `${bound} and (${steps.map((step) => `(${step})`).join(' or ')})`;
}

export function orderBy(keys: readonly Key[], column: (key: Key, i: number) => string, id: string): string {
  const direction = (desc: boolean | undefined) => (desc ? ' desc' : '');
  return [...keys.map((key, i) => column(key, i) + direction(key.desc)), id + direction(keys.at(-1)?.desc)].join(', ');
}
