const known = new Set(Intl.supportedValuesOf('timeZone'));

/** A name of the IANA time zone database; offsets such as '+09:00' are none. */
export function isTimeZone(name: string): boolean {
  if (known.has(name)) return true;
  if (!/^[A-Za-z][\w/+-]{0,40}$/.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

const units: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const relative = /^now(?:-(\d{1,6})([mhdw]))?$/;
const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/**
 * The instant (milliseconds) that an ISO 8601 text with zone or offset names, or, where `now` is given, 'now', 'now-8h',
 * 'now-15m', 'now-7d'. Undefined for everything else, and outside the years 1 to 9999, which the database takes.
 */
export function parseInstant(text: string, now?: Date): number | undefined {
  const ago = now && relative.exec(text);
  if (ago) return now.getTime() - Number(ago[1] ?? 0) * (units[ago[2] ?? 'm'] ?? 0);
  if (!iso.test(text)) return undefined;
  try {
    const ms = Temporal.Instant.from(text).epochMilliseconds;
    return ms >= firstInstant && ms <= lastInstant ? ms : undefined;
  } catch {
    return undefined;
  }
}
const firstInstant = Date.parse('0001-01-01T00:00:00.000Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.998Z');
