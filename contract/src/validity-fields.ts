// separate from validity.ts, so that the first list loads without its schemas
import { instant } from './text.ts';

/** Wide enough for every profile, and within the range on which databases and browsers agree. */
const [first, last] = [Date.parse('2000-01-01T00:00:00.000Z'), Date.parse('2200-01-01T00:00:00.000Z')];

/** A beginning or an end, to the millisecond. */
const bound = instant
  .refine((text) => Date.parse(text) >= first && Date.parse(text) < last, { error: 'invalidValidity' })
  .transform((text) => new Date(text).toISOString());

/** The fields of a profile's validity, for forms, calls and imports; check their order with `isOrdered`. */
export const validityFields = { valid_from: bound.nullable(), valid_until: bound.nullable() };
