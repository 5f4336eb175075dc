/**
 * The places of the tabs that fit into a row, by their widths: the first ones, and always the `current` one, for which others
 * make room. All widths in px.
 */
export function fittingTabs(widths: readonly number[], room: number, current: number): ReadonlySet<number> {
  const own = widths[current] ?? 0;
  const fitting = new Set<number>();
  let used = 0;
  for (const [place, width] of widths.entries()) {
    // the space of the current tab is reserved before it is reached
    const reserved = place < current ? own : 0;
    if (used + width + reserved > room) break;
    used += width;
    fitting.add(place);
  }
  if (current in widths) fitting.add(current);
  return fitting;
}
