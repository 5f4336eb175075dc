import { useRef, useState } from 'react';

/**
 * Keeps a form from sending twice: `begin` returns false while a submission is under way. The second click of a double
 * click arrives before the render that disables the button, so state alone would let it through.
 */
export function useSending() {
  const [pending, setPending] = useState(false);
  const busy = useRef(false);
  const set = (value: boolean) => {
    busy.current = value;
    setPending(value);
  };
  return {
    pending,
    begin: (): boolean => {
      if (busy.current) return false;
      set(true);
      return true;
    },
    end: () => set(false),
  };
}
