import { type RefObject, useLayoutEffect, useRef } from 'react';

const fields = 'input:not([type="hidden"]), select, textarea';
const isUsable = (one: HTMLElement) => !one.matches(':disabled') && one.checkVisibility();

/** Focuses what had the focus if it can have it again, else the first field of `place`, else its first button. */
export function focusAgain(before: Element | null, place: Element | null | undefined): void {
  const isKept = before instanceof HTMLElement && before !== document.body && before.isConnected && isUsable(before);
  const first = (selector: string) => [...(place?.querySelectorAll<HTMLElement>(selector) ?? [])].find(isUsable);
  (isKept ? before : (first(fields) ?? first('button')))?.focus();
}

/**
 * Gives back the focus that a form loses while its fields are disabled. `pending` says whether they are; the returned
 * function is called before they are.
 */
export function useFocusBack(form: RefObject<HTMLFormElement | null>, pending: boolean): () => void {
  const before = useRef<Element>(null);
  // the focus is outside React, and with the body once its element is disabled
  useLayoutEffect(() => {
    if (pending || !before.current) return;
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.matches(':disabled'))
      focusAgain(before.current, form.current);
    before.current = null;
  }, [form, pending]);
  return () => {
    before.current = document.activeElement;
  };
}
