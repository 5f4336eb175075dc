import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { IconWarning } from '#ui/icons.tsx';
import styles from './pictures.module.css';

/** Above what was read last, when newer ones cannot be read; `words` say from when it is. */
export function StaleNote({ read, words }: { read: Pick<UseQueryResult, 'isFetching' | 'refetch'>; words: string }) {
  const { t } = useTranslation();
  return (
    <div role="alert" className={styles.stale}>
      <IconWarning size={18} />
      <p>{words}</p>
      <Button size="xs" variant="default" loading={read.isFetching} onClick={() => void read.refetch()}>
        {t('common.retry')}
      </Button>
    </div>
  );
}
