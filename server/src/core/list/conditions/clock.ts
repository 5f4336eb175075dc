// Conditions on the clock time of an instant, in the zone of the query.
import type { Params } from '#core/list/params.ts';
import type { Column } from '#core/list/types.ts';

/**
 * Zones whose names PostgreSQL takes for abbreviations of fixed offsets, without their summer time, by name in lower case: the
 * regions that the time zone database links them to.
 */
const regions = new Map([
  ['cet', 'Europe/Brussels'],
  ['met', 'Europe/Brussels'],
  ['eet', 'Europe/Athens'],
  ['wet', 'Europe/Lisbon'],
]);

/** The weekday (`mon`) or the hour (0 to 23) that a clock in the zone shows at an instant. */
export function clockPart(part: NonNullable<Column['clock']>, instant: string, zone: string, params: Params): string {
  const local = `${instant} at time zone ${params.add(regions.get(zone.toLowerCase()) ?? zone, 'text')}`;
  return part === 'hour' ? `extract(hour from ${local})::int` : `to_char(${local}, 'dy')`;
}
