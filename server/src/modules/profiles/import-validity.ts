import { zoneOfLocations } from '@keyward/contract/location-zone';
import { ordered, isOrdered, type Validity } from '@keyward/contract/validity';
import { validityFields } from '@keyward/contract/validity-fields';
import type { Actor } from '#core/auth/session.ts';
import { validityChanges } from './changes.ts';
import type { ImportFacts } from './import-facts.ts';
import type { ImportRow } from './import-columns.ts';
import type { Faults } from './import-faults.ts';
import type { StoredProfile } from './queries.ts';
import { assertNotOwnValidity } from './rights.ts';

type Context = { actor: Actor; facts: Pick<ImportFacts, 'definitions'>; options: { clear: boolean } };

const withZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;
const wallTime = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?$/;

/** As the portal's download writes times; a spreadsheet that took the month for the day writes them otherwise. */
const exportedTime = /^\s*(\d\d)\/(\d\d)\/(\d{4}) (\d\d:\d\d:\d\d)\s*$/;
const timeInZone = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\[([^\]]+)\]$/;

/**
 * The cell of a file with the zone of its download, as '2026-12-31T18:00:00[Europe/London]': a plan keeps it, so that
 * it means the same whenever it is applied. Other cells stay.
 */
export const withZoneOf = (cell: string, zone: string): string =>
  cell.replace(exportedTime, (_, day, month, year, time) => `${year}-${month}-${day}T${time}[${zone}]`);

/**
 * Reads a cell as an instant (ISO, UTC). Undefined when the text is not an instant, or its day does not exist. A download
 * has no parts of a second, and an hour twice when clocks go back: what shows the current instant is that instant.
 */
function instantOf(text: string, zone: string, current: string | null): string | undefined {
  try {
    const [, exported, exportZone = ''] = timeInZone.exec(text) ?? [];
    if (exported !== undefined) {
      const wall = Temporal.PlainDateTime.from(exported);
      const shown = current === null ? undefined : Temporal.Instant.from(current).toZonedDateTimeISO(exportZone);
      if (current !== null && shown?.toPlainDateTime().with(wholeSecond).equals(wall)) return current;
      return isoOf(wall.toZonedDateTime(exportZone).toInstant());
    }
    if (withZone.test(text)) return isoOf(Temporal.Instant.from(text));
    // an hour that the clocks skip is read with the offset before, as the form does
    if (wallTime.test(text))
      return isoOf(Temporal.PlainDateTime.from(text.replace(' ', 'T')).toZonedDateTime(zone).toInstant());
  } catch {
    // the day does not exist
  }
  return undefined;
}
const wholeSecond = { millisecond: 0, microsecond: 0, nanosecond: 0 };
const isoOf = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds).toISOString();

function zoneAt({ actor, facts }: Context, locations: readonly string[]): string {
  const values = facts.definitions.find((definition) => definition.is_location)?.values ?? [];
  const zones = locations.map((id) => values.find((value) => value.id === id)?.time_zone ?? null);
  return zoneOfLocations(zones, actor.tenant.config.timeZone);
}

/**
 * From when until when a row lets its profile act: local times are in the zone of the location that the profile has then.
 * Judged by the rules of the profile's form.
 */
export function judgeValidity(
  context: Context,
  row: ImportRow,
  before: StoredProfile | undefined,
  { faults, locations }: { faults: Faults; locations: readonly string[] },
): Validity {
  const { actor, options } = context;
  const bound = (field: keyof Validity): string | null => {
    const current = before ? before[field] : null;
    const cell = row.values[field]?.trim();
    if (cell === undefined || (cell === '' && !(before && options.clear))) return current;
    if (cell === '') return null;
    const instant = instantOf(cell, zoneAt(context, locations), current);
    if (instant === undefined) return (faults.add(field, 'dateFormat'), current);
    if (instant === current) return current;
    return faults.parse(field, validityFields[field], instant) ?? null;
  };
  const after = { valid_from: bound('valid_from'), valid_until: bound('valid_until') };
  if (!isOrdered(after)) faults.add('valid_until', ordered.error);
  const [changed] = before ? validityChanges(before, after) : [];
  if (before && changed) faults.attempt(changed.attribute, () => assertNotOwnValidity(actor, before.id));
  return after;
}

/** May a profile with this validity act now and without an end, as the database's may_stay judges it? */
export const mayStayWith = ({ valid_from: from, valid_until: until }: Validity): boolean =>
  until === null && (from === null || Date.parse(from) <= Date.now());
