import type { Store, Unit } from '#seed/fleet.ts';

/**
 * The behaviour of a controller: most are `steady`. One confirms each state late, one has room for a few people only, and one
 * restarts with a damaged entry.
 */
export type Habit = 'steady' | 'slow' | 'small' | 'damaged';

const bySecondOkm: Readonly<Record<number, Habit>> = { 2: 'slow', 5: 'small', 7: 'damaged' };

/** The habit of a controller; that of the second OKM depends on the store's place in the order of serial numbers. */
export const habitOf = (store: Store, index: number, { serial }: Unit): Habit =>
  (serial === store.okms[1]?.serial ? bySecondOkm[index] : undefined) ?? 'steady';
