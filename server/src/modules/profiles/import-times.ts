// Times in the cells of a file.

const withZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;
const wallTime = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?$/;

/** Format of times in the portal's download; a spreadsheet that mistook the month for the day writes another one. */
const exportedTime = /^\s*(\d\d)\/(\d\d)\/(\d{4}) (\d\d:\d\d:\d\d)\s*$/;
const timeInZone = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\[([^\]]+)\]$/;

/**
 * The cell of a file with the zone of its download, such as '2026-12-31T18:00:00[Europe/London]'. A plan stores it, so that it
 * means the same whenever it is applied. Other cells stay.
 */
export const withZoneOf = (cell: string, zone: string): string =>
  cell.replace(exportedTime, (_, day, month, year, time) => `${year}-${month}-${day}T${time}[${zone}]`);

/**
 * Reads a cell as an instant (ISO, UTC); undefined if the text is not an instant or its day does not exist. A download has no
 * fractions of a second, and an hour twice when clocks go back, so a cell that shows the current instant is that instant.
 */
export function instantOf(text: string, zone: string, current: string | null): string | undefined {
  try {
    const [, exported, exportZone = ''] = timeInZone.exec(text) ?? [];
    if (exported !== undefined) {
      const wall = Temporal.PlainDateTime.from(exported);
      const shown = current === null ? undefined : Temporal.Instant.from(current).toZonedDateTimeISO(exportZone);
      if (current !== null && shown?.toPlainDateTime().with(wholeSecond).equals(wall)) return current;
      return isoOf(wall.toZonedDateTime(exportZone).toInstant());
    }
    if (withZone.test(text)) return isoOf(Temporal.Instant.from(text));
    // an hour that the clocks skip is read with the offset before it, like in the form
    if (wallTime.test(text))
      return isoOf(Temporal.PlainDateTime.from(text.replace(' ', 'T')).toZonedDateTime(zone).toInstant());
  } catch {
    // the day does not exist
  }
  return undefined;
}
const wholeSecond = { millisecond: 0, microsecond: 0, nanosecond: 0 };
const isoOf = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds).toISOString();
