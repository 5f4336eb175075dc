import type { ClosingLocation } from '@keyward/contract/custody';

/** In the order of the page. `left`: it was not put right before the location opened. */
export const closingStates = ['red', 'left', 'cleared', 'green', 'waiting', 'none'] as const;
export type ClosingState = (typeof closingStates)[number];

export function closingStateOf({ closes, last }: ClosingLocation): ClosingState {
  if (last === null) return closes ? 'waiting' : 'none';
  if (last.alerted_at === null) return 'green';
  if (last.cleared_at !== null) return 'cleared';
  return last.current ? 'red' : 'left';
}
