import { isOrdered, type Validity } from '@keyward/contract/validity';
import { instantAt, type WallTime, wallTime } from '#lib/wallTime.ts';

/**
 * Bounds in the form: '' for none; a stored one as its instant, so that it keeps its seconds and its side of a clock change; a
 * chosen one as local time to the minute, which changes zone with the location.
 */
export type ValidityValues = { valid_from: string; valid_until: string };

const isInstant = (bound: string) => bound.endsWith('Z');

export const toValidityValues = (stored: Validity | undefined): ValidityValues => ({
  valid_from: stored?.valid_from ?? '',
  valid_until: stored?.valid_until ?? '',
});

/** A bound as local time; '' for none. */
export const shownBound = (bound: string, zone: string): WallTime =>
  isInstant(bound) ? wallTime(bound, zone).slice(0, 16) : bound;

/** Form value for a chosen local time: the stored bound if it shows the same time, else the time. */
export const chosenBound = (wall: WallTime, stored: string | null | undefined, zone: string): string =>
  stored && shownBound(stored, zone) === wall ? stored : wall;

const instantOf = (bound: string, zone: string): string | null =>
  bound === '' ? null : isInstant(bound) ? bound : new Date(instantAt(bound, zone)).toISOString();

export const toValidity = (values: ValidityValues, zone: string): Validity => ({
  valid_from: instantOf(values.valid_from, zone),
  valid_until: instantOf(values.valid_until, zone),
});

/** Whether the bounds are in the order that the contract requires. */
export const isInOrder = (values: ValidityValues, zone: string): boolean => isOrdered(toValidity(values, zone));

/** Reports whether a chosen local time is skipped or occurs twice at a clock change, and the time that is meant; else null. */
export function clockChange(bound: string, zone: string): { is: 'skipped' | 'twice'; meant: WallTime } | null {
  if (bound === '' || isInstant(bound)) return null;
  const first = instantAt(bound, zone);
  const meant = wallTime(first, zone).slice(0, 16);
  if (meant !== bound) return { is: 'skipped', meant };
  return instantAt(bound, zone, 'last') === first ? null : { is: 'twice', meant };
}
