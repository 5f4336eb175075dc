import type { RefObject } from 'react';

/**
 * Gives the focus back to a field whose calendar has closed, and scrolls the field into view. A press outside closes the calendar
 * before the browser focuses the pressed element, which then keeps the focus.
 */
export function focusField(calendar: RefObject<HTMLElement | null>, field: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => {
    const opener = field();
    const { activeElement: focused } = document;
    const isLost = !focused || focused === document.body || calendar.current?.contains(focused);
    if (!isLost && focused !== opener) return;
    opener?.focus({ preventScroll: true });
    // not with each focus: a field that is half in view would move between the press and the release of the mouse
    opener?.scrollIntoView({ block: 'nearest' });
  });
}
