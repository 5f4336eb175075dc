// Conditions on what a clock shows at an instant, in the zone of the query.
import type { Params } from '#core/list/params.ts';
import type { Column } from '#core/list/types.ts';

/** The weekday (`mon`) or the hour (0 to 23) that a clock in the zone shows at an instant. */
export function clockPart(part: NonNullable<Column['clock']>, instant: string, zone: string, params: Params): string {
  const local = `${instant} at time zone ${params.add(zone, 'text')}`;
  return part === 'hour' ? `extract(hour from ${local})::int` : `to_char(${local}, 'dy')`;
}
