import { closingCheckLateMinutes, type ClosingLocation } from '@keyward/contract/custody';

/**
 * In the order of the page. `missed`: the check of the present night was due a while ago and is not made. `left`: it was not put right
 * before the location opened.
 */
export const closingStates = ['red', 'missed', 'left', 'cleared', 'green', 'waiting', 'none'] as const;
export type ClosingState = (typeof closingStates)[number];

export function closingStateOf({ closes, due, last }: ClosingLocation, now: number): ClosingState {
  // its hours may have been changed since its last check
  if (!closes) return 'none';
  // what the check of another night found says nothing of this one
  if (due && now - Date.parse(due) >= closingCheckLateMinutes * 60_000) return 'missed';
  if (last === null) return 'waiting';
  if (last.alerted_at === null) return 'green';
  if (last.cleared_at !== null) return 'cleared';
  return last.current ? 'red' : 'left';
}
