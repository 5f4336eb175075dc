// The limits on wrong PINs and codes at devices: docs/decisions/0072-redeem-and-commands.md, 0074-wrong-pins.md.

/** Wrong entries of late, at one device or in the tenant. Times are milliseconds since 1970. */
export type Tries = {
  /** They drain with time; this is how many were left at `updatedAt`. */
  tries: number;
  updatedAt: number;
  /** No entry is taken until then; null: entries are. */
  blockedUntil: number | null;
};
export type Limit = {
  /** One try is forgotten in so many seconds. */
  drain: number;
  /** More tries change nothing. */
  cap: number;
  /** Seconds to wait at so many tries; undefined: none. */
  wait: (tries: number) => number | undefined;
};

/** A device waits for 10 s after the fifth try, and twice as long after each further one, up to 5 minutes. */
export const ofDevice: Limit = {
  drain: 600,
  cap: 12,
  wait: (tries) => (Math.round(tries) >= 5 ? Math.min(300, 10 * 2 ** (Math.round(tries) - 5)) : undefined),
};

/** All devices of a tenant take 100 wrong entries an hour, and one more for each device: guesses spread over many are slowed. */
export function ofTenant(devices: number): Limit {
  const perHour = 100 + devices;
  const drain = 3600 / perHour;
  return { drain, cap: perHour + 1, wait: (tries) => (tries >= perHour ? drain * (tries - perHour + 1) : undefined) };
}

/**
 * The tries after one more, `at` a time that may be long past. One from before the last counts in full, so that the order
 * in which they arrive lowers no limit, unless it would have drained away by then even behind the most tries.
 */
export function withTry<T extends Tries>(before: T, at: number, { drain, cap, wait }: Limit): T {
  if (before.updatedAt - at >= drain * cap * 1000) return before;
  const updatedAt = Math.max(at, before.updatedAt);
  const left = Math.max(0, before.tries - (updatedAt - before.updatedAt) / 1000 / drain);
  const tries = Math.min(cap, left + 1);
  const seconds = wait(tries);
  return { ...before, tries, updatedAt, blockedUntil: seconds === undefined ? null : updatedAt + seconds * 1000 };
}

/** While wrong entries go on at a device, they are recorded once in so many milliseconds. */
const recordEveryMs = 3_600_000;

export type RecordedTries = Tries & {
  /** Tries that no event counts yet. */
  unrecorded: number;
  /** When the last event was; null: there was none. */
  recordedAt: number | null;
};

/** The event of a device that takes no entry: when, how many wrong entries it counts, and until when it takes none. */
export type Blocking = { at: number; occurrence: number; until: number };

/** One more try, with the event that it causes: when the device begins to wait, and then once an hour. */
export function withRecordedTry(before: RecordedTries, at: number): { after: RecordedTries; event?: Blocking } {
  const tried = withTry(before, at, ofDevice);
  const occurrence = tried.unrecorded + 1;
  const { blockedUntil: until, recordedAt, updatedAt } = tried;
  if (tried === before || until === null || (recordedAt !== null && updatedAt - recordedAt < recordEveryMs))
    return { after: { ...tried, unrecorded: occurrence } };
  return { after: { ...tried, unrecorded: 0, recordedAt: updatedAt }, event: { at: updatedAt, occurrence, until } };
}
