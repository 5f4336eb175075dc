import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { places, topPlace } from './places.ts';
import { isFocusable } from './useFocusBack.ts';

/** The element that opened a dialog. An item of a menu disappears with the menu, while the menu's button stays. */
function openerOf(focused: Element | null): Element | null {
  const menu = focused?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
}

function giveBack({ current: before }: RefObject<Element | null>, { current: own }: RefObject<Element | null>): void {
  const { activeElement } = document;
  const isLost = !activeElement || activeElement === document.body || own?.contains(activeElement);
  // the closing act, or a layer opened since, may have moved the focus
  if (!isLost) return;
  if (isFocusable(before)) return before.focus();
  // a button that is disabled while its call runs has lost the focus by then: the opener is taken to be in the place on top
  const isKnown = before?.isConnected && before !== document.body;
  const place = isKnown ? before.closest<HTMLElement>(places) : topPlace(own);
  place?.focus({ preventScroll: true });
}

/**
 * Returns the focus, when a dialog is unmounted, to where it was before, else to the dialog or drawer around that. `own`: the
 * dialog; the returned function is called for each focus in it. Mantine does so only for dialogs that are mounted before they
 * open.
 */
export function useFocusReturn(own: RefObject<Element | null>): (event: FocusEvent) => void {
  const before = useRef<Element>(null);
  // the focus is outside React. A layout effect, since a moment later the dialog has moved the focus into itself, or is gone
  useLayoutEffect(() => {
    before.current = openerOf(document.activeElement);
    return () => giveBack(before, own);
  }, [own]);
  const hasEntered = useRef(false);
  // a menu that has just closed gives the focus to its button first
  return ({ target, relatedTarget: left }) => {
    if (hasEntered.current || !own.current?.contains(target)) return;
    hasEntered.current = true;
    if (left instanceof Element && !own.current.contains(left)) before.current = openerOf(left);
  };
}
