import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/**
 * Calls `onChange` when another address is opened. Reloading the page's data, and staying after a refused Back, are no such
 * change.
 */
export function useAddressChange(onChange: () => void): void {
  const router = useRouter();
  const change = useEffectEvent(onChange);
  // the router's events are outside React
  useEffect(() => router.subscribe('onBeforeNavigate', ({ hrefChanged }) => void (hrefChanged && change())), [router]);
}
