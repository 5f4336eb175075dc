/** Formats times without depending on languages or on the page, so that a worker can use it. */

const formats = new Map<string, Intl.DateTimeFormat>();
/** One format for each zone: a list formats thousands of times, and creating a format costs more than using it. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
    hourCycle: 'h23',
  });
  formats.set(zone, format);
  return format;
}

/** An instant (ISO, or milliseconds) in a zone as `DD/MM/YYYY HH:mm:ss`. */
export const zonedText = (instant: string | number, zone: string): string =>
  formatOf(zone)
    .format(typeof instant === 'number' ? instant : Date.parse(instant))
    .replace(', ', ' ');

/** The same as `YYYY-MM-DD`, for file names. */
export function zonedDay(instant: number, zone: string): string {
  const [day = '', month = '', year = ''] = zonedText(instant, zone).slice(0, 10).split('/');
  return `${year}-${month}-${day}`;
}

const quarterMs = 15 * 60_000;
const two = (n: number) => String(n).padStart(2, '0');

/**
 * `zonedText` for many instants near each other: it formats only two instants of each quarter of an hour, so that a
 * million take about a second. Where these show that the clock changed within the quarter, or that a minute of the zone
 * does not begin with one of UTC, it formats each instant.
 */
export function manyZoned(zone: string): (instant: string) => string {
  let quarter = Number.NaN;
  let even = false;
  let [hour, minute] = ['', 0];
  return (instant) => {
    const at = Date.parse(instant);
    const start = Math.floor(at / quarterMs) * quarterMs;
    if (start !== quarter) {
      const text = zonedText(start, zone);
      [quarter, hour, minute] = [start, text.slice(0, 14), Number(text.slice(14, 16))];
      even = text.endsWith(':00') && zonedText(start + quarterMs - 1, zone) === `${hour}${two(minute + 14)}:59`;
    }
    if (!even) return zonedText(instant, zone);
    const seconds = Math.floor((at - start) / 1000);
    return `${hour}${two(minute + Math.floor(seconds / 60))}:${two(seconds % 60)}`;
  };
}
