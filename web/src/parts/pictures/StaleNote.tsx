import type { UseQueryResult } from '@tanstack/react-query';
import { IconWarning } from '#ui/icons.tsx';
import { RetryButton } from '#ui/RetryButton.tsx';
import styles from './pictures.module.css';

/** Above what was read last, when newer ones cannot be read; `words` say from when it is. */
export function StaleNote({ read, words }: { read: Pick<UseQueryResult, 'isFetching' | 'refetch'>; words: string }) {
  return (
    <div role="alert" className={styles.stale}>
      <IconWarning size={18} />
      <p>{words}</p>
      <RetryButton read={read} size="xs" variant="default" />
    </div>
  );
}
