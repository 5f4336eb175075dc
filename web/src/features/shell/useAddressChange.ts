import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Calls `onChange`, which is always the same function, when another address is opened. To load the page's data again and to
 * stay after a refused Back are no such change.
 */
export function useAddressChange(onChange: () => void): void {
  const router = useRouter();
  // the router's events are outside React
  useEffect(
    () => router.subscribe('onBeforeNavigate', ({ hrefChanged }) => void (hrefChanged && onChange())),
    [router, onChange],
  );
}
