import { limits } from '@keyward/contract/limits';

/** The closest width in whole px that a column can have. */
export const fitting = (width: number): number =>
  Math.round(Math.min(limits.columnWidthMax, Math.max(limits.columnWidthMin, width)));

const least = (track: string): number => Number.parseFloat(/^minmax\(([\d.]+)px/.exec(track)?.[1] ?? track) || 0;

/**
 * The tracks while the column at `index` is resized to `width`: those before it keep their current width (`now`, in
 * px), so that the edge follows the pointer; those after it share the remaining space. `min`: the width of all in px.
 */
export function tracksWhile(template: string, now: readonly number[], index: number, width: number) {
  const tracks = template.split(/\s+(?![^(]*\))/).map((track, i) => {
    if (i > index) return track;
    return `${i === index ? fitting(width) : Math.round(now[i] ?? 0)}px`;
  });
  return { template: tracks.join(' '), min: tracks.reduce((sum, track) => sum + least(track), 0) };
}

/** The effect of a key on a movable separator: the new width, `'fit'`, or undefined for other keys. */
export function widthAfter(key: string, width: number, far: boolean): number | 'fit' | undefined {
  const step = far ? 50 : 10;
  switch (key) {
    case 'ArrowRight':
      return fitting(width + step);
    case 'ArrowLeft':
      return fitting(width - step);
    case 'Home':
      return limits.columnWidthMin;
    case 'Enter':
      return 'fit';
    default:
      return undefined;
  }
}
