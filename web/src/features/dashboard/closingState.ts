import type { ClosingLocation } from '@keyward/contract/custody';

/** In the order of the page. `left`: it was not put right before the location opened. */
export const closingStates = ['red', 'left', 'cleared', 'green', 'waiting', 'none'] as const;
export type ClosingState = (typeof closingStates)[number];

export function closingStateOf({ closes, last }: ClosingLocation): ClosingState {
  // its hours may have been changed since its last check
  if (!closes) return 'none';
  if (last === null) return 'waiting';
  if (last.alerted_at === null) return 'green';
  if (last.cleared_at !== null) return 'cleared';
  return last.current ? 'red' : 'left';
}
