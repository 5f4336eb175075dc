import { type KeyboardEvent, type RefObject, useEffect } from 'react';

const stopMark = '[data-stop]';
const stopsOf = (root: Element): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(stopMark)];

/** Focusable stops of a cell: its controls, or the cell itself. */
function stopsIn(cell: Element | undefined): HTMLElement[] {
  if (!cell) return [];
  return cell instanceof HTMLElement && cell.matches(stopMark) ? [cell] : stopsOf(cell);
}

/** Stop that a key moves to; undefined for a key that the grid does not handle. */
function target(table: HTMLTableElement, from: HTMLElement, event: KeyboardEvent): HTMLElement | undefined {
  const cell = from.closest('td, th');
  const row = cell?.closest('tr');
  if (!(cell instanceof HTMLTableCellElement) || !row) return undefined;
  const line = stopsOf(row);
  const at = line.indexOf(from);
  const writing = from instanceof HTMLInputElement && from.type === 'text';
  const rows = [...table.rows].filter((r) => stopsOf(r).length);
  const vertical = (step: 1 | -1) => stopsIn(rows[rows.indexOf(row) + step]?.cells[cell.cellIndex])[0];
  const whole = event.ctrlKey || event.metaKey;
  if (event.key === 'ArrowDown') return vertical(1);
  if (event.key === 'ArrowUp') return vertical(-1);
  // in a text field these keys move the caret
  if (writing) return undefined;
  if (event.key === 'ArrowRight') return line[at + 1];
  if (event.key === 'ArrowLeft') return line[at - 1];
  if (event.key === 'Home') return whole ? stopsOf(table)[0] : line[0];
  if (event.key === 'End') return whole ? stopsOf(table).at(-1) : line.at(-1);
  return undefined;
}

/**
 * Arrow keys in a table: elements with `data-stop` and `tabIndex={-1}` are stops, and the last visited one is the
 * table's only tab stop (WAI-ARIA Authoring Practices, grid). An open list of choices keeps its keys.
 */
export function useGridKeys(table: RefObject<HTMLTableElement | null>) {
  const stand = (stop: HTMLElement) => {
    for (const other of stopsOf(table.current ?? stop)) other.tabIndex = other === stop ? 0 : -1;
  };
  // cells appear and disappear: one stop must always be reachable by Tab
  useEffect(() => {
    const stops = table.current ? stopsOf(table.current) : [];
    const [first] = stops;
    if (first && !stops.some((stop) => stop.tabIndex === 0)) first.tabIndex = 0;
  });
  return {
    onFocus: ({ target: element }: { target: Element }) => {
      if (element instanceof HTMLElement && element.matches(stopMark)) stand(element);
    },
    onKeyDown: (event: KeyboardEvent<HTMLTableElement>) => {
      const { target: from } = event;
      if (event.altKey || !(from instanceof HTMLElement) || !from.matches(stopMark)) return;
      if (from.getAttribute('aria-expanded') === 'true' || !table.current) return;
      const next = target(table.current, from, event);
      if (!next) return;
      event.preventDefault();
      next.focus();
    },
  };
}
