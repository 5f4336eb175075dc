import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/**
 * Calls `onStep` when Back or Forward has opened another address. The page may write its address by itself, as a search does a
 * second after its last key: that is no step, and neither is one that was refused.
 */
export function useAddressStep(onStep: () => void): void {
  const { history } = useRouter();
  const step = useEffectEvent(onStep);
  // the history is outside React
  useEffect(() => {
    let last = history.location.href;
    return history.subscribe(({ location: { href }, action: { type } }) => {
      // a refused step is announced as well, with the address that stays
      const isOther = href !== last;
      last = href;
      if (isOther && type !== 'PUSH' && type !== 'REPLACE') step();
    });
  }, [history]);
}
