import { type Validity, type ValidityState, validityAt } from '@keyward/contract/validity';

/** How a profile's validity stands on the browser's clock: for what is shown, never for a judgement. */
export const validityNow = (validity: Validity): ValidityState => validityAt(validity, new Date().toISOString());
