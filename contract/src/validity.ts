/** When a profile may act: from its beginning, to the instant before its end. Null: without a beginning or an end. */
export type Validity = { valid_from: string | null; valid_until: string | null };

const isBefore = (a: string, b: string) => Date.parse(a) < Date.parse(b);

/** Whether the end comes after the beginning. Bounds that are not given (undefined) are judged with the stored ones. */
export const isOrdered = ({
  valid_from: from,
  valid_until: until,
}: {
  [B in keyof Validity]?: Validity[B] | undefined;
}): boolean => !from || !until || isBefore(from, until);

/** `isOrdered` as a check of a schema, reported at the end. */
export const ordered = { error: 'validityOrder', path: ['valid_until'] };

export type ValidityState = 'valid' | 'notYetValid' | 'ended';

/** State of a profile's validity at an instant (ISO). */
export function validityAt({ valid_from: from, valid_until: until }: Validity, at: string): ValidityState {
  if (until !== null && !isBefore(at, until)) return 'ended';
  return from !== null && isBefore(at, from) ? 'notYetValid' : 'valid';
}
