/** The number of the history entry with this state, which the router gives it; 0 for the first one, and without one. */
export function entryOf(state: { __TSR_index?: number } | null): number {
  const { __TSR_index: entry = 0 } = state ?? {};
  return entry;
}

/**
 * The state of a history entry that is written without the router: the current entry (`step` 0) or the one after it (1).
 * The router tells Back from Forward by the numbers, and a step between two entries with the same number, once refused,
 * would load the page again. A state without a key it would replace.
 */
export const entryState = (step: 0 | 1, more: object = {}): object => ({
  key: 'page',
  ...more,
  __TSR_index: entryOf(history.state) + step,
});
