import { createVault } from '@keyward/server/core/auth/secrets.ts';

/** The vault of the measured portal, so that the world of a benchmark can hold sealed secrets. */
export const vault = createVault(Buffer.from('the key of the benchmark, long enough for a server'));
