export type Bucket = 'hour' | 'day';

const minuteMs = 60_000;

/**
 * The starts of the bars of a range, in milliseconds, and its end: full hours or midnights of the zone's calendar, with
 * the range's own ends. A day of a clock change has 23 or 25 hours, and a day that the zone skipped has no bar.
 * Undefined when there would be more than `most` bars.
 */
export function barEdges(
  range: { from: number; to: number; bucket: Bucket; zone: string },
  most: number,
): number[] | undefined {
  const { from, to, bucket, zone } = range;
  const after = bucket === 'hour' ? hourAfter : dayAfter;
  const edges: number[] = [];
  for (let edge = from; edge < to; edge = after(edge, zone)) {
    if (edges.push(edge) > most) return undefined;
  }
  return [...edges, to];
}

const zoned = (ms: number, zone: string) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);

/** The next full hour on the zone's clock. */
function hourAfter(ms: number, zone: string): number {
  const { minute, second, millisecond } = zoned(ms, zone);
  return ms + (60 - minute) * minuteMs - second * 1000 - millisecond;
}

/** The first moment of the zone's next day. */
const dayAfter = (ms: number, zone: string): number =>
  zoned(ms, zone).toPlainDate().add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;

/** Whether an hour or a day of the zone begins at this instant. */
export function isFull(ms: number, { bucket, zone }: { bucket: Bucket; zone: string }): boolean {
  const before = ms - 1;
  return (bucket === 'hour' ? hourAfter(before, zone) : dayAfter(before, zone)) === ms;
}
