import { type RefObject, useLayoutEffect, useRef } from 'react';

const fields = 'input:not([type="hidden"]), select, textarea';
const isUsable = (one: HTMLElement) => !one.matches(':disabled') && one.checkVisibility();

/** Can the element that had the focus have it again? */
export const isFocusable = (before: Element | null): before is HTMLElement =>
  before instanceof HTMLElement && before !== document.body && before.isConnected && isUsable(before);

/** Focuses the element that had the focus if it can have it again, else the first field of `place`, else its first button. */
export function focusAgain(before: Element | null, place: Element | null | undefined): void {
  const first = (selector: string) => [...(place?.querySelectorAll<HTMLElement>(selector) ?? [])].find(isUsable);
  (isFocusable(before) ? before : (first(fields) ?? first('button')))?.focus();
}

/**
 * Gives back the focus that a form, or a part with a button, loses while its controls are disabled. `pending`: whether they are;
 * the returned function is called before they are.
 */
export function useFocusBack(form: RefObject<HTMLElement | null>, pending: boolean): () => void {
  const before = useRef<Element>(null);
  // the focus is outside React, and on the body once its element is disabled
  useLayoutEffect(() => {
    if (pending || !before.current) return;
    const { activeElement } = document;
    // a question in between may have left the focus with the dialog around the form
    const isNowhere = activeElement === document.body || activeElement?.contains(form.current);
    if (isNowhere || activeElement?.matches(':disabled')) focusAgain(before.current, form.current);
    before.current = null;
  }, [form, pending]);
  return () => {
    before.current = document.activeElement;
  };
}
