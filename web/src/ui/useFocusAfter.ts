import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Gives `place` the focus that was lost with what has gone from it, such as a note with the button that was pressed. `isThere`:
 * whether it still is.
 */
export function useFocusAfter(place: RefObject<HTMLElement | null>, isThere: boolean): void {
  const was = useRef(isThere);
  // the focus is outside React, and with the body once its element has gone
  useLayoutEffect(() => {
    const isGone = was.current && !isThere;
    was.current = isThere;
    if (isGone && document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [place, isThere]);
}
