import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The elements around an element that can have the focus, the nearest first. */
function boxesAround(element: Element): HTMLElement[] {
  const box = element.parentElement?.closest<HTMLElement>('[tabindex]');
  return box ? [box, ...boxesAround(box)] : [];
}

/**
 * For a button that disappears once it has done its work, such as 'Try again': if it has the focus then, the nearest element
 * around it that stays and can have the focus takes it.
 */
export function useFocusAround(): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  // the focus is outside React, and on the body once the button is gone
  useLayoutEffect(() => {
    const { current } = button;
    return () => {
      if (!current || document.activeElement !== current) return;
      const boxes = boxesAround(current);
      // only after this commit is it known which boxes stay, and whether another element has taken the focus
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        boxes.find((box) => box.isConnected && box.checkVisibility())?.focus({ preventScroll: true });
      });
    };
  }, []);
  return button;
}
