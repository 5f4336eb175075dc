import { limits } from '@keyward/contract/limits';
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import styles from './edge.module.css';
import { fitting, tracksWhile, widthAfter } from './resize.ts';

type Props = {
  label: string;
  /** The chosen width in px, if any. */
  width: number | undefined;
  /** New widths in px, by the index of the header cell in its row. */
  onWidths: (widths: ReadonlyMap<number, number>) => void;
};

const cellOf = (edge: Element) => edge.closest<HTMLElement>('[role="columnheader"]');
const placeOf = (cell: Element) => [...(cell.parentElement?.children ?? [])].indexOf(cell);
const widthOf = (cell: Element) => cell.getBoundingClientRect().width;
const tableOf = (cell: Element) => cell.closest<HTMLElement>('[role="table"]');

/** The width of the widest text among the column's rendered rows and its header. */
function contentWidth(cell: HTMLElement): number {
  const place = placeOf(cell);
  const range = document.createRange();
  const extent = (node: Element) => {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const { left } = node.getBoundingClientRect();
    let right = left;
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      range.selectNodeContents(text);
      right = Math.max(right, range.getBoundingClientRect().right);
    }
    return right - left;
  };
  const cells = [...(tableOf(cell)?.querySelectorAll('[role="row"]') ?? [])].map((row) => row.children[place]);
  // space for the padding at the end, an icon behind the text, and the chip around it
  return Math.max(...cells.map((one) => (one ? extent(one) : 0))) + 32;
}

/** The edge of a column: resizes it by mouse or arrow keys, fits it by a double click or Enter. */
export function ColumnEdge({ label, width, onWidths }: Props) {
  const edge = useRef<HTMLDivElement>(null);
  const [now, setNow] = useState<number>(limits.columnWidthMin);
  const drawn = useRef<(() => void) | null>(null);
  const [active, setActive] = useState(false);
  useLayoutEffect(() => {
    // the width of a track is known only once the browser has laid it out
    const cell = edge.current && cellOf(edge.current);
    if (cell) setNow(fitting(widthOf(cell)));
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another width is what makes the cell another one
  }, [width]);

  const set = (cell: HTMLElement, wanted: number) => {
    onWidths(new Map([[placeOf(cell), fitting(wanted)]]));
    setNow(fitting(wanted));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const cell = cellOf(event.currentTarget);
    if (event.key === 'Escape') return drawn.current?.();
    const asked = cell && widthAfter(event.key, widthOf(cell), event.shiftKey);
    if (!cell || asked === undefined || asked === null) return;
    event.preventDefault();
    set(cell, asked === 'fit' ? contentWidth(cell) : asked);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const { currentTarget: target, pointerId, clientX: from, button } = event;
    const cell = cellOf(target);
    const table = cell && tableOf(cell);
    const row = cell?.parentElement;
    if (button !== 0 || !cell || !table || !row) return;
    event.preventDefault();
    target.setPointerCapture(pointerId);
    target.focus({ preventScroll: true });
    const place = placeOf(cell);
    const start = widthOf(cell);
    const widths = [...row.children].map(widthOf);
    const before = { template: table.style.getPropertyValue('--list-columns'), min: table.style.minWidth };
    let wanted = start;
    const draw = ({ clientX }: { clientX: number }) => {
      wanted = fitting(start + clientX - from);
      const tracks = tracksWhile(before.template, widths, place, wanted);
      // writes straight to the DOM: rendering every row at each step would stutter
      table.style.setProperty('--list-columns', tracks.template);
      table.style.minWidth = `${tracks.min}px`;
      target.setAttribute('aria-valuenow', String(wanted));
    };
    const end = () => {
      target.removeEventListener('pointermove', draw);
      target.removeEventListener('pointerup', up);
      target.removeEventListener('pointercancel', cancel);
      drawn.current = null;
      setActive(false);
    };
    const cancel = () => {
      end();
      table.style.setProperty('--list-columns', before.template);
      table.style.minWidth = before.min;
    };
    const up = () => {
      end();
      if (wanted === fitting(start)) return cancel();
      onWidths(new Map(widths.slice(0, place + 1).map((w, i) => [i, fitting(i === place ? wanted : w)])));
      setNow(wanted);
    };
    drawn.current = cancel;
    setActive(true);
    target.addEventListener('pointermove', draw);
    target.addEventListener('pointerup', up);
    target.addEventListener('pointercancel', cancel);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that can be moved is a control (ARIA 1.2)
    <div
      ref={edge}
      role="separator"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={now}
      aria-valuemin={limits.columnWidthMin}
      aria-valuemax={limits.columnWidthMax}
      className={styles.edge}
      data-active={active || undefined}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onDoubleClick={({ currentTarget }) => {
        const cell = cellOf(currentTarget);
        if (cell) set(cell, contentWidth(cell));
      }}
      onClick={(event) => event.stopPropagation()}
    />
  );
}
