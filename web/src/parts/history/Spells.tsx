import type { Spell } from './spells.ts';

type Props = {
  spells: readonly Spell[];
  /** The position of an instant. */
  x: (ms: number) => number;
  /** The bottom of the band, and its height while the OKM is online and while it is offline. */
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
        // keeps the shortest silence visible
        width={Math.max(state === 'offline' ? 2 : 0, x(until) - x(from))}
        y={bottom - height}
        height={height}
      />
    );
  });
}
