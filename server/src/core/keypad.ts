import type { KeypadLock, KeypadResult } from '@keyward/contract/keypad';

/** The keypads of the simulated locks; only in demo mode. */
export type Keypad = {
  locks: (tenantId: string) => KeypadLock[];
  /** Undefined: the tenant has no simulated lock with this serial number. */
  enter: (tenantId: string, serial: string, digits: string) => Promise<KeypadResult | undefined>;
};
