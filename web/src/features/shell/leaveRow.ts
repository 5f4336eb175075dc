/** Moves the focus from a row, whose pressed button is about to disappear, to the list; leaves a focus elsewhere alone. */
export function leaveRow(row: HTMLElement | null): void {
  if (row?.contains(document.activeElement)) row.closest<HTMLElement>('[role="group"]')?.focus();
}
