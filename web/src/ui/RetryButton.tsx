import { Button, type ButtonProps, Loader } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

type Props = Pick<ButtonProps, 'size' | 'variant'> & { read: Pick<UseQueryResult, 'isFetching' | 'refetch'> };

/** Reads again what a note says could not be read. It is not disabled while that runs: it would lose the focus. */
export function RetryButton({ read: { isFetching, refetch }, ...button }: Props) {
  const { t } = useTranslation();
  return (
    <Button
      {...button}
      aria-busy={isFetching}
      leftSection={isFetching ? <Loader size={14} aria-hidden /> : null}
      onClick={() => void refetch({ cancelRefetch: false })}
    >
      {t('common.retry')}
    </Button>
  );
}
