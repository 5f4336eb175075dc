import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Focuses `place` when the focus was lost with a part of it that disappeared, such as a note with the pressed button. `isThere`:
 * whether that part is still there.
 */
export function useFocusAfter(place: RefObject<HTMLElement | null>, isThere: boolean): void {
  const was = useRef(isThere);
  // the focus is outside React, and on the body once its element is gone
  useLayoutEffect(() => {
    const isGone = was.current && !isThere;
    was.current = isThere;
    if (isGone && document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [place, isThere]);
}
