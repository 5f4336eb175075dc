// Without schemas: the portal shows these.
import { redeemReasons } from './redeem-reasons.ts';

/** Reasons why a simulated lock stays closed: answers of the gateway, and findings of its controller. */
export const keypadReasons = [
  ...redeemReasons,
  /** The PIN belongs to a person who may not use this lock now. */
  'notAllowed',
  'boltBlocked',
] as const;
export type KeypadReason = (typeof keypadReasons)[number];
