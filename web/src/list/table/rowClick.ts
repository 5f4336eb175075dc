import type { MouseEvent } from 'react';
import type { RowState } from '#list/selection/selection.ts';
import type { RowProps } from './tableProps.ts';

/** An action on the row is in progress or done and changes the row: there is nothing to open or select. */
export const isFixed = (state: RowState | undefined): boolean =>
  state?.state === 'progress' || state?.state === 'success';

/** The id of the link that names a row. */
export const nameIdOf = (row: { id: string }): string => `row-${row.id}`;

const plainClick = (event: MouseEvent) =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

type Clicked = Pick<RowProps<{ id: string }>, 'row' | 'index' | 'state' | 'onFocus' | 'onOpen'>;

/** A click anywhere in a row opens it, unless it is meant for something else in the row. */
export function openedBy(event: MouseEvent<HTMLDivElement>, { row, index, state, onFocus, onOpen }: Clicked): void {
  const { target } = event;
  const link = target instanceof Element ? target.closest('a') : null;
  if (target instanceof Element && target.closest('button, label')) return;
  // a link in another cell leads elsewhere
  if (link && link.id !== nameIdOf(row)) return;
  if (isFixed(state)) return event.preventDefault();
  if (!plainClick(event)) return;
  // a text selection in a row is meant for copying
  if (!link && getSelection()?.toString()) return;
  event.preventDefault();
  // the drawer takes the focus, and returns it to the row
  event.currentTarget.querySelector('a')?.focus({ preventScroll: true });
  onFocus({ id: row.id, index });
  onOpen(row.id);
}
