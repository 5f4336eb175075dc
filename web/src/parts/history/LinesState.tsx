import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '#lib/call.ts';
import { useErrorText } from '#lib/errors.ts';
import { SlowNotice } from '#ui/states.tsx';
import styles from './lines.module.css';

type Props<T> = {
  read: UseQueryResult<{ data: T }, ApiError>;
  /** `now`: when it was read. */
  children: (data: T, now: number) => ReactNode;
};

/** What is drawn, once it is read. If it cannot be read, the events below do not suffer. */
export function LinesState<T>({ read, children }: Props<T>) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  if (read.data) return children(read.data.data, read.dataUpdatedAt);
  if (!read.error) return <SlowNotice />;
  return (
    <div role="alert" className={styles.note}>
      {t('timeline.lines.failed')} {errorText(read.error)}{' '}
      <Button size="compact-sm" variant="subtle" loading={read.isFetching} onClick={() => void read.refetch()}>
        {t('common.retry')}
      </Button>
    </div>
  );
}
