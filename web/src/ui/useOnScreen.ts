import { useCallback, useEffect, useRef } from 'react';

/** Returns a function that says whether the component is mounted, for when an answer arrives. */
export function useOnScreen(): () => boolean {
  const mounted = useRef(false);
  // the answer arrives outside React
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return useCallback(() => mounted.current, []);
}
