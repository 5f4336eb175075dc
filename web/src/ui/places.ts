const modal = '[aria-modal="true"]';

/** The elements that have a form or the focus to themselves: a dialog over the page, or the drawer beside its list. */
export const places = `${modal}, aside`;

/**
 * The place on top: the last dialog over the page, else the drawer beside its list; null: the page itself. `without`: an element
 * whose places do not count, since they are about to disappear.
 */
export function topPlace(without?: Element | null): HTMLElement | null {
  // a question hides the drawer that it is about
  const shown = [...document.querySelectorAll<HTMLElement>(places)].filter(
    (one) => one.checkVisibility() && !without?.contains(one),
  );
  return shown.findLast((one) => one.matches(modal)) ?? shown.at(-1) ?? null;
}
