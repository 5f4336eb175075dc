// The filter by location in the portal's header, for calls that take no other filter: a caller with the right to Insights alone
// gets figures, and must not find out the contents of rows by filtering.
import type { Db } from '#db/tenant.ts';
import { unknownColumn } from './refusals.ts';

/** The filter by column, in the grammar of lists. */
export type Filters = Readonly<Record<string, string>>;

/** The first of these filter columns that is not the location; undefined if there is none. */
export async function findOtherFilter(db: Db, names: readonly string[]): Promise<string | undefined> {
  if (names.length === 0) return undefined;
  const locations = await db.selectFrom('tag_definition').select('id').where('is_location', '=', true).execute();
  const columns = new Set(locations.map(({ id }) => `tags.${id}`));
  return names.find((name) => !columns.has(name));
}

/**
 * Throws unknownColumn for a filter on a column other than the location and those of `also`. `timezone` is not a filter: it names
 * the zone of days.
 */
export async function checkLocationFilters(db: Db, filters: Filters, also: readonly string[] = []): Promise<void> {
  const names = Object.keys(filters).filter((name) => name !== 'timezone' && !also.includes(name));
  const other = await findOtherFilter(db, names);
  if (other !== undefined) throw unknownColumn(other);
}
