import { type Validity, type ValidityState, validityAt } from '@keyward/contract/validity';

/** State of a profile's validity by the browser's clock: for display only, never for a decision. */
export const validityNow = (validity: Validity): ValidityState => validityAt(validity, new Date().toISOString());
