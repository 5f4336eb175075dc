/**
 * Reports the distance from the top of the scrolled page to the rows, in px, now and whenever the content above them changes its
 * height. Returns a function that stops it.
 */
export function watchAbove(page: HTMLElement, rows: HTMLElement, onAbove: (px: number) => void): () => void {
  const measure = () => {
    onAbove(Math.round(rows.getBoundingClientRect().top - page.getBoundingClientRect().top + page.scrollTop));
  };
  const heights = new ResizeObserver(measure);
  const watch = () => {
    for (const child of page.children) heights.observe(child);
  };
  const parts = new MutationObserver(watch);
  parts.observe(page, { childList: true });
  watch();
  measure();
  return () => {
    heights.disconnect();
    parts.disconnect();
  };
}
