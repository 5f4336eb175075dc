// Without schemas: the portal shows these.

/** Why a code opens nothing. */
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
  /** Not judged: `retryAfter` says when. */
  'tooManyTries',
] as const;
export type RedeemReason = (typeof redeemReasons)[number];
