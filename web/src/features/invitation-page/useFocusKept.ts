import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus to the first button of an element after a step has removed or disabled the focused one. `step`: undefined while
 * nothing can have the focus.
 */
export function useFocusKept<T extends HTMLElement>(step: string | undefined): RefObject<T | null> {
  const box = useRef<T>(null);
  const last = useRef<string>(undefined);
  // the focus is outside React, and moves to the body once its element is gone
  useLayoutEffect(() => {
    const before = last.current;
    last.current = step;
    if (before === undefined || before === step || document.activeElement !== document.body) return;
    box.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus();
  }, [step]);
  return box;
}
