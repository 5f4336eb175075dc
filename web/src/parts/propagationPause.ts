import type { Held, Propagation } from '@keyward/contract/propagation';

type Judged = Pick<Propagation, 'pending'> & { at: readonly Pick<Held, 'stage'>[] };

/**
 * The interval, in ms, for reading at which OKMs a change works; undefined once it works everywhere. While it is being judged, no
 * hint follows if it changes nothing at any OKM. On its way, hints reach only profiles that may read devices.
 */
export const pauseOf = ({ pending, at }: Judged): number | undefined => {
  if (pending) return 2_000;
  return at.some(({ stage }) => stage !== 'works') ? 15_000 : undefined;
};
