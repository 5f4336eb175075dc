/** The value of a form field; the order of several values has no meaning. */
export type FieldValue = string | boolean | readonly string[];

/** One field of the values V: how to read it, and how to copy it from other values of the same form. */
export type MergeField<V> = { key: string; of: (values: V) => FieldValue; take: (into: V, from: V) => V };

/** Three versions of a form's values: as first filled, as edited now, and as stored now. */
export type ThreeWays<V> = { base: V; mine: V; theirs: V };

type Merged<V> = {
  /** `mine` with the fields that only `theirs` changed. */
  values: V;
  /** Keys of the fields that both changed, to different values. */
  clashes: string[];
  /** Keys of the fields that only `theirs` changed. */
  taken: string[];
};

const byText = (a: string, b: string) => (a < b ? -1 : 1);
const words = (value: FieldValue): string =>
  Array.isArray(value) ? JSON.stringify([...new Set<string>(value)].toSorted(byText)) : String(value).trim();

/** Surrounding spaces are not stored, so they are no difference. */
export const isSame = (a: FieldValue, b: FieldValue): boolean => words(a) === words(b);

/** Three-way merge by field. Equal changes on both sides are no clash; a clash keeps mine until the user decides. */
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
