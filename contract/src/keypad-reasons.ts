// Without schemas: the portal shows these.
import { redeemReasons } from './redeem-reasons.ts';

/** Why a simulated lock stays closed: the answers of the gateway, and what its controller finds by itself. */
export const keypadReasons = [
  ...redeemReasons,
  /** The PIN belongs to a person who may not use this lock now. */
  'notAllowed',
  'boltBlocked',
] as const;
export type KeypadReason = (typeof keypadReasons)[number];
