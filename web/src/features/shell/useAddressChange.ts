import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/**
 * Calls `onChange` when another address is opened. To load the page's data again and to stay after a refused Back are no such
 * change.
 */
export function useAddressChange(onChange: () => void): void {
  const router = useRouter();
  const change = useEffectEvent(onChange);
  // the router's events are outside React
  useEffect(() => router.subscribe('onBeforeNavigate', ({ hrefChanged }) => void (hrefChanged && change())), [router]);
}

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
