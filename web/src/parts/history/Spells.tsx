import type { Spell } from './spells.ts';

type Props = {
  spells: readonly Spell[];
  /** The place of a moment. */
  x: (ms: number) => number;
  /** Where the band stands, and how tall it is while the OKM is on line and while it is not. */
  bottom: number;
  tall: number;
  low: number;
  className: string | undefined;
};

/** The band of an OKM's connection. */
export function Spells({ spells, x, bottom, tall, low, className }: Props) {
  return spells.map(({ from, until, state }) => {
    const height = state === 'offline' ? low : tall;
    return (
      <rect
        key={from}
        className={className}
        data-state={state}
        x={x(from)}
        // the shortest silence is seen
        width={Math.max(state === 'offline' ? 2 : 0, x(until) - x(from))}
        y={bottom - height}
        height={height}
      />
    );
  });
}
