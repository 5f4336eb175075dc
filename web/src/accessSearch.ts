/**
 * Search parameters of /access, as plain text: `compare=<role id>,<role id>` and `differences=1` for the roles; the
 * other part may add its own.
 */
export type AccessSearch = Record<string, string>;

/** Parses them (`validateSearch` of the route). Never throws. */
export function accessSearch(raw: Record<string, unknown>): AccessSearch {
  return Object.fromEntries(
    Object.entries(raw).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  );
}
