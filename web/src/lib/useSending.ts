import { useRef, useState } from 'react';

/**
 * Keeps a form from sending twice: `begin` is false while something is being sent. The second click of a double click
 * comes before the render that disables the button, so a state alone would let it through.
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
