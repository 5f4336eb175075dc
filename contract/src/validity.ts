import { z } from 'zod';
import { instant } from './text.ts';

/** Far enough for everybody, and within what databases and browsers agree on. */
const [first, last] = [Date.parse('2000-01-01T00:00:00.000Z'), Date.parse('2200-01-01T00:00:00.000Z')];

/** A beginning or an end, to the millisecond. */
const validityInstant = instant
  .refine((text) => Date.parse(text) >= first && Date.parse(text) < last, { error: 'invalidValidity' })
  .transform((text) => new Date(text).toISOString());

/**
 * When a profile may act: from its beginning, to the instant before its end. Null: without a beginning or an end. The
 * same fields for forms, calls and imports.
 */
export const validityFields = { valid_from: validityInstant.nullable(), valid_until: validityInstant.nullable() };
export const validity = z.object(validityFields);
export type Validity = z.infer<typeof validity>;

/** ISO instants in UTC compare as text only with the same number of digits. */
const before = (a: string, b: string) => Date.parse(a) < Date.parse(b);

/** The end comes after the beginning. Unknown bounds (undefined) are judged with the stored ones. */
export const isOrdered = ({
  valid_from: from,
  valid_until: until,
}: {
  [B in keyof Validity]?: Validity[B] | undefined;
}): boolean => !from || !until || before(from, until);

/** `isOrdered` as a check of a schema, reported at the end. */
export const ordered = { error: 'validityOrder', path: ['valid_until'] };

export type ValidityState = 'valid' | 'notYetValid' | 'ended';

/** How a profile's validity stands at an instant (ISO). */
export function validityAt({ valid_from: from, valid_until: until }: Validity, at: string): ValidityState {
  if (until !== null && !before(at, until)) return 'ended';
  return from !== null && before(at, from) ? 'notYetValid' : 'valid';
}
