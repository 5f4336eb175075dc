import type { RelativeInstant } from './relative.ts';

/** The text that parses to it. */
export function printRelative({ offset, snap }: RelativeInstant): string {
  const by = offset ? `${offset.amount < 0 ? '-' : '+'}${Math.abs(offset.amount)}${offset.unit}` : '';
  return `now${by}${snap ? `/${snap.unit}${snap.to === 'end' ? '+' : ''}` : ''}`;
}
