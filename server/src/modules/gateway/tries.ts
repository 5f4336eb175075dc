// The limits on wrong PINs and codes at devices: docs/decisions/0072-redeem-and-commands.md, 0074-wrong-pins.md.

/** Recent wrong entries at one device or in the tenant. Times are epoch ms. */
export type Tries = {
  /** Number of tries that were left at `updatedAt`; they drain with time. */
  tries: number;
  updatedAt: number;
  /** Time until which no entry is accepted; null if entries are. */
  blockedUntil: number | null;
};
export type Limit = {
  /** Seconds after which one try is forgotten. */
  drain: number;
  /** Highest number of tries that is counted. */
  cap: number;
  /** Seconds to wait at this number of tries; undefined if none. */
  wait: (tries: number) => number | undefined;
};

/** A device waits for 10 s after the fifth try, and twice as long after each further one, up to 5 minutes. */
export const ofDevice: Limit = {
  drain: 600,
  cap: 12,
  wait: (tries) => (Math.round(tries) >= 5 ? Math.min(300, 10 * 2 ** (Math.round(tries) - 5)) : undefined),
};

/**
 * All devices of a tenant accept 100 wrong entries an hour, plus one for each device, to slow guesses spread over many devices.
 */
export function ofTenant(devices: number): Limit {
  const perHour = 100 + devices;
  const drain = 3600 / perHour;
  return { drain, cap: perHour + 1, wait: (tries) => (tries >= perHour ? drain * (tries - perHour + 1) : undefined) };
}

/**
 * Adds a try at the time `at`, which may be long past. A try before the last counts in full, so that the order of arrival lowers
 * no limit, unless it would have drained away by then even behind the highest number of tries.
 */
export function withTry<T extends Tries>(before: T, at: number, { drain, cap, wait }: Limit): T {
  if (before.updatedAt - at >= drain * cap * 1000) return before;
  const updatedAt = Math.max(at, before.updatedAt);
  const left = Math.max(0, before.tries - (updatedAt - before.updatedAt) / 1000 / drain);
  const tries = Math.min(cap, left + 1);
  const seconds = wait(tries);
  return { ...before, tries, updatedAt, blockedUntil: seconds === undefined ? null : updatedAt + seconds * 1000 };
}

/** While wrong entries continue at a device, they are recorded once in this interval. */
const recordEveryMs = 3_600_000;

export type RecordedTries = Tries & {
  /** Tries that no event counts yet. */
  unrecorded: number;
  /** Time of the last event; null if there was none. */
  recordedAt: number | null;
};

/** The event of a device that accepts no entry: its time, the wrong entries that it counts, and the end of the wait. */
export type Blocking = { at: number; occurrence: number; until: number };

/** Adds a try, with its event: one when the device begins to wait, and then one an hour. */
export function withRecordedTry(before: RecordedTries, at: number): { after: RecordedTries; event?: Blocking } {
  const tried = withTry(before, at, ofDevice);
  const occurrence = tried.unrecorded + 1;
  const { blockedUntil: until, recordedAt, updatedAt } = tried;
  if (tried === before || until === null || (recordedAt !== null && updatedAt - recordedAt < recordEveryMs))
    return { after: { ...tried, unrecorded: occurrence } };
  return { after: { ...tried, unrecorded: 0, recordedAt: updatedAt }, event: { at: updatedAt, occurrence, until } };
}
