import type { Held, Propagation } from '@keyward/contract/propagation';

type Judged = Pick<Propagation, 'pending'> & { at: readonly Pick<Held, 'stage'>[] };

/**
 * How often to read, in ms, where a change works; undefined: it works everywhere. While it is being judged, no hint
 * follows if it changes nothing at any OKM. On its way, hints reach only those who may read devices.
 */
export const pauseOf = ({ pending, at }: Judged): number | undefined => {
  if (pending) return 2_000;
  return at.some(({ stage }) => stage !== 'works') ? 15_000 : undefined;
};
