/**
 * The state of a history entry that the sign-in page writes: the present one with 0, the next one with 1. The portal's
 * router keeps a state that has a key, and tells Back from Forward by the number: without one, a step that it refuses
 * would load the page again.
 */
export function entryState(step: 0 | 1, more: object = {}): object {
  const { __TSR_index: entry = 0 }: { __TSR_index?: number } = history.state ?? {};
  return { ...more, key: 'page', __TSR_index: entry + step };
}
