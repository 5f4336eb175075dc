import { inject } from 'vitest';

/**
 * True in `npm run test:nightly`, where tests use all callers, run longer and repeat more often (docs/decisions/0033).
 */
export const nightly = inject('nightly') === true;
