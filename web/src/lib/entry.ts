/** The number that the router gave the history entry with this state; 0 for the first entry and for one without a number. */
export function entryOf(state: { __TSR_index?: number } | null): number {
  const { __TSR_index: entry = 0 } = state ?? {};
  return entry;
}

/**
 * The state of a history entry that is written without the router: the current entry (`step` 0) or the one after it (1). The
 * router tells Back from Forward by the numbers, and a step between two entries with the same number, once refused, would load
 * the page again. The router would replace a state without a key.
 */
export const entryState = (step: 0 | 1, more: object = {}): object => ({
  key: 'page',
  ...more,
  __TSR_index: entryOf(history.state) + step,
});
