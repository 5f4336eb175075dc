import type { chosenRows } from '@keyward/contract/selection';
import type { FC } from 'react';
import type { z } from 'zod';
import type { Run } from './useSelection.ts';

/** The selection as a call takes it. */
export type RowsBody = z.input<typeof chosenRows>;

export type BulkDialogProps = {
  rows: RowsBody;
  /** The number of selected rows. */
  count: number;
  /** Called when the rows were changed. */
  onDone: () => void;
  onClose: () => void;
};
/** Dialogs of a page by the name that an action `opens`. */
export type BulkDialogs = Record<string, FC<BulkDialogProps>>;

/** The rows of a pressed action, as a call takes them; `query` is the list's query. */
export function rowsOf({ target }: Run, query: Record<string, string>): { rows: RowsBody; count: number } {
  if ('all' in target) {
    const without = [...target.without];
    const rows = { filterData: query, count: target.all, ...(without.length ? { without } : {}) };
    return { rows, count: target.all - without.length };
  }
  const chosen = 'single' in target ? [target.single] : target.rows;
  return { rows: { ids: chosen.map(({ id }) => id) }, count: chosen.length };
}
