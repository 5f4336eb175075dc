import { Button } from '@mantine/core';
import { useMemo } from 'react';
import type { ApiError } from '#lib/call.ts';
import { withLocalTime } from '#lib/conflict.ts';
import { useSession } from '#lib/session.ts';
import styles from './conflict.module.css';

/** The error of a save as the person reads it, and whether somebody else was faster. */
export function useConflict(error: ApiError | null): { error: ApiError | null; conflict: boolean } {
  const { zone } = useSession();
  return { error: useMemo(() => withLocalTime(error, zone), [error, zone]), conflict: error?.code === 'conflict' };
}

/** What to do when somebody else was faster. */
export function ConflictNote({ hint, reload, onReload }: { hint: string; reload: string; onReload: () => void }) {
  return (
    <div className={styles.note}>
      <span>{hint}</span>
      <Button size="xs" variant="default" onClick={onReload}>
        {reload}
      </Button>
    </div>
  );
}
