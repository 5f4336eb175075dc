/** The table of the list that the element belongs to. */
export const tableOf = (place: Element | null) =>
  place?.closest('section')?.querySelector<HTMLElement>('[role=table]') ?? undefined;

/** The element that scrolls the rows of that list: the box around the table, or on a phone the section. */
export function scrollerOf(place: Element | null): HTMLElement | undefined {
  const scrolls = /^(auto|scroll)$/;
  let box = tableOf(place)?.parentElement;
  while (box && !scrolls.test(getComputedStyle(box).overflowY)) box = box.parentElement;
  return box ?? undefined;
}
