import type { UseQueryResult } from '@tanstack/react-query';
import { IconWarning } from '#ui/icons.tsx';
import { RetryButton } from '#ui/RetryButton.tsx';
import styles from './pictures.module.css';

/** Shown above older data when newer data cannot be read; `words` name the time of the older. */
export function StaleNote({ read, words }: { read: Pick<UseQueryResult, 'isFetching' | 'refetch'>; words: string }) {
  return (
    <div role="alert" className={styles.stale}>
      <IconWarning size={18} />
      <p>{words}</p>
      <RetryButton read={read} size="xs" variant="default" />
    </div>
  );
}
