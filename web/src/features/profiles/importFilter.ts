import type { ImportRow, ProfileImport } from '@keyward/contract/imports';

type Decision = ImportRow['decision'];
type Outcome = NonNullable<ImportRow['outcome']>;
/** Decision or outcome of the rows to show. */
export type RowFilter = Decision | Outcome;

export const outcomes: Partial<Record<ProfileImport['state'], readonly Outcome[]>> = {
  applied: ['created', 'updated', 'skipped'],
  reverted: ['deleted', 'restored', 'kept', 'failed'],
};
export const decisions: readonly Decision[] = ['create', 'update', 'unchanged', 'error'];

/** Decisions or outcomes by which rows are counted. */
const filtersIn = (state: ProfileImport['state']): readonly RowFilter[] => outcomes[state] ?? decisions;

/**
 * Returns the rows to show; undefined, or `chosen` null, means all. Without a choice, rows with issues come first. A choice
 * lapses with its state, since the next state has no such rows, nor a count to undo the choice with.
 */
export function filterOf(
  { state, counts }: Pick<ProfileImport, 'state' | 'counts'>,
  chosen: RowFilter | null | undefined,
): RowFilter | undefined {
  const only = chosen === undefined && state === 'ready' ? 'error' : chosen;
  return only && filtersIn(state).includes(only) && counts[only] ? only : undefined;
}
