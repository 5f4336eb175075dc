import { isOrdered, type Validity } from '@keyward/contract/validity';
import { instantAt, type WallTime, wallTime } from '#lib/wallTime.ts';

/** The bounds as the form has them: local times to the minute, '' for none. */
export type ValidityValues = { valid_from: WallTime; valid_until: WallTime };

const shown = (instant: string | null, zone: string): WallTime => (instant ? wallTime(instant, zone).slice(0, 16) : '');

export const toValidityValues = (stored: Validity | undefined, zone: string): ValidityValues => ({
  valid_from: shown(stored?.valid_from ?? null, zone),
  valid_until: shown(stored?.valid_until ?? null, zone),
});

/** An instant that the form does not change keeps its seconds, and its side of a clock change. */
const instantOf = (wall: WallTime, stored: string | null, zone: string): string | null =>
  wall === '' ? null : wall === shown(stored, zone) ? stored : new Date(instantAt(wall, zone)).toISOString();

export const toValidity = (values: ValidityValues, stored: Validity | undefined, zone: string): Validity => ({
  valid_from: instantOf(values.valid_from, stored?.valid_from ?? null, zone),
  valid_until: instantOf(values.valid_until, stored?.valid_until ?? null, zone),
});

/** The order of the bounds, as the contract checks it. */
export const isInOrder = (values: ValidityValues, zone: string): boolean =>
  isOrdered(toValidity(values, undefined, zone));
