import { isTimeOfDay } from './organization-settings.ts';
import { text } from './text.ts';

// a week
const curfewHoursMax = 168;

const hours = /^([1-9]\d{0,2})h$/;

/** The hours of a curfew like `8h`; undefined for a time of day. */
export function hoursOfCurfew(curfew: string): number | undefined {
  const [, digits] = hours.exec(curfew) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * When a checked-out key is due: at the next `HH:mm` of the location's day, or `8h` after check-out. Null: for a key,
 * its location's curfew; for a location, no curfew.
 */
export const curfew = text(5, 'invalidTime')
  .refine((value) => value.endsWith('h') || isTimeOfDay(value), { error: 'invalidTime' })
  .refine((value) => !value.endsWith('h') || (hoursOfCurfew(value) ?? Infinity) <= curfewHoursMax, {
    error: `outOfRange:1–${curfewHoursMax}`,
  })
  .nullable();
