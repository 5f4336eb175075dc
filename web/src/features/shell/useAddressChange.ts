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
