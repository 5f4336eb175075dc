import type { ImportRow, ProfileImport } from '@keyward/contract/imports';

type Decision = ImportRow['decision'];
type Outcome = NonNullable<ImportRow['outcome']>;
/** What rows are shown: those with this decision or outcome. */
export type RowFilter = Decision | Outcome;

export const outcomes: Partial<Record<ProfileImport['state'], readonly Outcome[]>> = {
  applied: ['created', 'updated', 'skipped'],
  reverted: ['deleted', 'restored', 'kept', 'failed'],
};
export const decisions: readonly Decision[] = ['create', 'update', 'unchanged', 'error'];

/** What the rows are counted by. */
const filtersIn = (state: ProfileImport['state']): readonly RowFilter[] => outcomes[state] ?? decisions;

/**
 * The rows that are shown; `chosen` null: all. Without a choice, those with issues come first. A choice outlasts its state,
 * which then has no such rows, and no count to take it back with: all are shown.
 */
export function filterOf(
  { state, counts }: Pick<ProfileImport, 'state' | 'counts'>,
  chosen: RowFilter | null | undefined,
): RowFilter | undefined {
  const only = chosen === undefined && state === 'ready' ? 'error' : chosen;
  return only && filtersIn(state).includes(only) && counts[only] ? only : undefined;
}
