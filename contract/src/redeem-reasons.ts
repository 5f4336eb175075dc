// Without schemas: the portal shows these.

/** Reasons why a code opens nothing. */
export const redeemReasons = [
  'wrongCode',
  /** A code works once. */
  'codeUsed',
  'expired',
  'cancelled',
  'usedUp',
  /** The device was reported lost. */
  'lost',
  'unknownDevice',
  /** The code was not judged; `retryAfter` says when it can be entered again. */
  'tooManyTries',
] as const;
export type RedeemReason = (typeof redeemReasons)[number];
