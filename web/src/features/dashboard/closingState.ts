import { closingCheckLateMinutes, type ClosingLocation } from '@keyward/contract/custody';

/**
 * In the order of the page. `missed`: tonight's check is overdue and has not been made. `left`: the problems were not resolved
 * before the location opened.
 */
export const closingStates = ['red', 'missed', 'left', 'cleared', 'green', 'waiting', 'none'] as const;
export type ClosingState = (typeof closingStates)[number];

export function closingStateOf({ closes, due, last }: ClosingLocation, now: number): ClosingState {
  // the location may have lost its hours since its last check
  if (!closes) return 'none';
  // the last check is of another night and does not count for this one
  if (due && now - Date.parse(due) >= closingCheckLateMinutes * 60_000) return 'missed';
  if (last === null) return 'waiting';
  if (last.alerted_at === null) return 'green';
  if (last.cleared_at !== null) return 'cleared';
  return last.current ? 'red' : 'left';
}
