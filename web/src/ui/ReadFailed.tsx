import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '#lib/call.ts';
import { useErrorText } from '#lib/errors.ts';
import { IconWarning } from './icons.tsx';
import styles from './states.module.css';

type Props = {
  /** What could not be read. */
  words: string;
  read: Pick<UseQueryResult<unknown, ApiError>, 'data' | 'error' | 'isFetching' | 'refetch'>;
};

/** At a field whose options could not be read: why, and a way to read them again. Nothing while there are any. */
export function ReadFailed({ words, read: { data, error, isFetching, refetch } }: Props) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  if (!error || data !== undefined) return null;
  return (
    <div role="alert" className={styles.readFailed}>
      <IconWarning size={16} />
      <span>
        {words} {errorText(error)}
      </span>
      <Button size="compact-sm" variant="subtle" loading={isFetching} onClick={() => void refetch()}>
        {t('common.retry')}
      </Button>
    </div>
  );
}
