/**
 * What /access keeps in the address, as plain text: `compare=<role id>,<role id>` and `differences=1` of the roles, and
 * what its other part may want to keep.
 */
export type AccessSearch = Record<string, string>;

/** Reads it (`validateSearch` of the route). Never throws. */
export function accessSearch(raw: Record<string, unknown>): AccessSearch {
  return Object.fromEntries(
    Object.entries(raw).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  );
}
