import type { Store, Unit } from '#seed/fleet.ts';

/**
 * How a controller is: most are `steady`. One confirms each state late, one has room for a few people only, and one comes
 * back from a restart with a damaged entry.
 */
export type Habit = 'steady' | 'slow' | 'small' | 'damaged';

const bySecondOkm: Readonly<Record<number, Habit>> = { 2: 'slow', 5: 'small', 7: 'damaged' };

/** The second OKM of some stores, by their place in the order of serial numbers, has a habit of its own. */
export const habitOf = (store: Store, index: number, { serial }: Unit): Habit =>
  (serial === store.okms[1]?.serial ? bySecondOkm[index] : undefined) ?? 'steady';
