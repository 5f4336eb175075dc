import { useCallback, useEffect, useRef } from 'react';

/** Says whether the component is mounted, when an answer arrives. */
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
