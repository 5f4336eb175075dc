import { type RefObject, useLayoutEffect, useRef } from 'react';

/** What can have the focus around an element, the nearest first. */
function boxesAround(element: Element): HTMLElement[] {
  const box = element.parentElement?.closest<HTMLElement>('[tabindex]');
  return box ? [box, ...boxesAround(box)] : [];
}

/**
 * For a button that goes once it has done its work, such as 'Try again': if it has the focus then, the nearest element around it
 * that stays and can have the focus takes it.
 */
export function useFocusAround(): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  // the focus is outside React, and with the body once the button has gone
  useLayoutEffect(() => {
    const { current } = button;
    return () => {
      if (!current || document.activeElement !== current) return;
      const boxes = boxesAround(current);
      // only after this commit is it known which of them stay, and whether something else has taken the focus
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        boxes.find((box) => box.isConnected && box.checkVisibility())?.focus({ preventScroll: true });
      });
    };
  }, []);
  return button;
}
