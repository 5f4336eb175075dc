import { type PointerEvent, useState } from 'react';

/** Below this distance, in px, a press is a click on a bar. */
const leastDrag = 6;

type Drag = { pointer: number; x: number; from: number; to: number; isBrush: boolean };
type Options = {
  /** The number of bars, and their total width in px. */
  bars: number;
  width: number;
  /** Called with the first and the last bar that were dragged over, or with the one that was clicked. */
  onChoose: (bars: readonly [number, number]) => void;
  onHover: (bar: number | undefined) => void;
};

/** Handles dragging over bars. `bars`: the first and the last one during a drag; Escape cancels it. */
export function useBrush({ bars, width, onChoose, onHover }: Options) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const barAt = ({ clientX, currentTarget }: PointerEvent) => {
    const { left } = currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(bars - 1, Math.floor((clientX - left) / (width / bars))));
  };
  const spanOf = ({ from, to }: Drag) => [Math.min(from, to), Math.max(from, to)] as const;
  return {
    bars: drag?.isBrush ? spanOf(drag) : undefined,
    cancel: () => setDrag(null),
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0 || !event.isPrimary) return;
        // the drag goes on beyond the edges of the picture
        event.currentTarget.setPointerCapture(event.pointerId);
        const bar = barAt(event);
        setDrag({ pointer: event.pointerId, x: event.clientX, from: bar, to: bar, isBrush: false });
      },
      onPointerMove: (event: PointerEvent) => {
        onHover(barAt(event));
        if (drag?.pointer !== event.pointerId) return;
        const isBrush = drag.isBrush || Math.abs(event.clientX - drag.x) >= leastDrag;
        setDrag({ ...drag, to: barAt(event), isBrush });
      },
      onPointerUp: (event: PointerEvent) => {
        if (drag?.pointer !== event.pointerId) return;
        setDrag(null);
        onChoose(drag.isBrush ? spanOf(drag) : [drag.from, drag.from]);
      },
      onPointerCancel: () => setDrag(null),
      onPointerLeave: () => onHover(undefined),
    },
  };
}
