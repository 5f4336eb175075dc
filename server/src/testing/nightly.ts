import { inject } from 'vitest';

/** In `npm run test:nightly` what is tried by day is tried by everybody, longer and more often (docs/decisions/0033). */
export const nightly = inject('nightly') === true;
