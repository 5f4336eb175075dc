import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { BulkDialogProps } from '#list/selection/bulkDialog.ts';
import { withoutRows } from './rows.ts';

const typingMs = 300;

/** The rows that a dialog changes, and the change to them; `asked` is the change once typing pauses, to be previewed. */
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
    /** What is asked for is the change on screen. */
    isSettled: change !== undefined && change === asked,
  };
}
