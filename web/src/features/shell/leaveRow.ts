/** The button that was pressed in a row is about to go: the focus stays with the rows, unless it is elsewhere by now. */
export function leaveRow(row: HTMLElement | null): void {
  if (row?.contains(document.activeElement)) row.closest<HTMLElement>('[role="group"]')?.focus();
}
