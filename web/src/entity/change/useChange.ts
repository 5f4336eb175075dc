import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { BulkDialogProps } from '#list/selection/bulkDialog.ts';
import { withoutRows } from './rows.ts';

const typingMs = 300;

/** The selection of a dialog and the change to it; `asked` is the change to preview, set once typing pauses. */
export function useChange<Change>(chosen: Pick<BulkDialogProps, 'rows' | 'count'>) {
  const [{ rows, count }, setRows] = useState(chosen);
  const [change, setChange] = useState<Change | undefined>();
  const [asked] = useDebouncedValue(change, typingMs);
  return {
    rows,
    count,
    leaveOut: (ids: string[]) => setRows({ rows: withoutRows(rows, ids), count: count - ids.length }),
    change,
    setChange,
    asked,
    /** The change to preview is the one on screen. */
    isSettled: change !== undefined && change === asked,
  };
}
