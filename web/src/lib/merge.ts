/** What a field of a form holds; the order of several values has no meaning. */
export type FieldValue = string | boolean | readonly string[];

/** One field of the values V: how it is read, and how it is copied from other values of the same form. */
export type MergeField<V> = { key: string; of: (values: V) => FieldValue; take: (into: V, from: V) => V };

/** The values of one form three times: as it was filled, as it is now, and as they are stored now. */
export type ThreeWays<V> = { base: V; mine: V; theirs: V };

type Merged<V> = {
  /** Mine, with the fields that only the other person changed. */
  values: V;
  /** Keys of the fields that both changed, each to something else. */
  clashes: string[];
  /** Keys of the fields that only the other person changed. */
  taken: string[];
};

const byText = (a: string, b: string) => (a < b ? -1 : 1);
const words = (value: FieldValue): string =>
  Array.isArray(value) ? JSON.stringify([...new Set<string>(value)].toSorted(byText)) : String(value).trim();

/** Spaces around a text are not stored, so they are no difference. */
export const isSame = (a: FieldValue, b: FieldValue): boolean => words(a) === words(b);

/** Three-way merge, field by field. What both changed to the same is no clash; a clash keeps mine until it is decided. */
export function mergeFields<V>(fields: readonly MergeField<V>[], { base, mine, theirs }: ThreeWays<V>): Merged<V> {
  const merged: Merged<V> = { values: mine, clashes: [], taken: [] };
  for (const { key, of, take } of fields) {
    if (isSame(of(base), of(theirs)) || isSame(of(mine), of(theirs))) continue;
    if (isSame(of(base), of(mine))) {
      merged.values = take(merged.values, theirs);
      merged.taken.push(key);
    } else merged.clashes.push(key);
  }
  return merged;
}

/** A field that is one property of the values. */
export const property = <V>(key: keyof V & string, of: (values: V) => FieldValue): MergeField<V> => ({
  key,
  of,
  take: (into, from) => ({ ...into, [key]: from[key] }),
});
