/**
 * Instants relative to now, as written in filters: `now`, `now-8h`, `now+1M`, optionally snapped to the start
 * (`now-1d/d`) or the last millisecond (`now-1d/d+`) of a day, week (from Monday), month, quarter or year. Days and
 * longer units follow the calendar of the query's zone: across a clock change a day has 23 or 25 hours. Source:
 * specification, part 2, section 3 'Filter'.
 */
export const relativeUnits = ['m', 'h', 'd', 'w', 'M', 'Q', 'y'] as const;
type RelativeUnit = (typeof relativeUnits)[number];
export const snapUnits = ['d', 'w', 'M', 'Q', 'y'] as const;
export type SnapUnit = (typeof snapUnits)[number];

export type RelativeInstant = {
  /** Whole units; negative: before now. */
  offset?: { amount: number; unit: RelativeUnit };
  snap?: { unit: SnapUnit; to: 'start' | 'end' };
};

const form = /^now(?:([+-])(\d{1,6})([mhdwMQy]))?(?:\/([dwMQy])(\+)?)?$/;

/** Undefined for text that is not a relative instant. */
export function parseRelative(text: string): RelativeInstant | undefined {
  const [whole, sign, digits, unit, snap, end] = form.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const amount = Number(digits ?? 0) * (sign === '-' ? -1 : 1);
  const offsetUnit = relativeUnits.find((u) => u === unit);
  const snapUnit = snapUnits.find((u) => u === snap);
  return {
    ...(amount && offsetUnit ? { offset: { amount, unit: offsetUnit } } : {}),
    ...(snapUnit ? { snap: { unit: snapUnit, to: end ? 'end' : 'start' } } : {}),
  };
}

/**
 * Nights, from closing to opening: `tonight` is the night that it is now or the next one, `lastNight` the one in which
 * today began. `+`: its end. The hours are those of the location that the query filters by, else the organization's.
 */
const nights = ['tonight', 'lastNight'] as const;
export type NightEdge = { night: (typeof nights)[number]; to: 'start' | 'end' };

/** Undefined for text that is not the edge of a night. */
export function parseNight(text: string): NightEdge | undefined {
  const night = nights.find((name) => text === name || text === `${name}+`);
  return night && { night, to: text.endsWith('+') ? 'end' : 'start' };
}

export const isRelative = (text: string): boolean =>
  parseRelative(text) !== undefined || parseNight(text) !== undefined;
