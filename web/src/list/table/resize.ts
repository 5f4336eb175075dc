import { limits } from '@keyward/contract/limits';

/** A width a column can have, in whole px. */
export const fitting = (width: number): number =>
  Math.round(Math.min(limits.columnWidthMax, Math.max(limits.columnWidthMin, width)));

const least = (track: string): number => Number.parseFloat(/^minmax\(([\d.]+)px/.exec(track)?.[1] ?? track) || 0;

/**
 * The tracks while the column at `index` is drawn to `width`: those before it stay as wide as they are now (`now`, in
 * px), so that its edge follows the pointer; those behind share what is left. `min`: the width in px of all.
 */
export function tracksWhile(template: string, now: readonly number[], index: number, width: number) {
  const tracks = template.split(/\s+(?![^(]*\))/).map((track, i) => {
    if (i > index) return track;
    return `${i === index ? fitting(width) : Math.round(now[i] ?? 0)}px`;
  });
  return { template: tracks.join(' '), min: tracks.reduce((sum, track) => sum + least(track), 0) };
}

/** The keys of a separator that can be moved: the width they ask for, `'fit'`, or undefined for other keys. */
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
