import { Button, type ButtonProps, Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFocusAround } from './useFocusAround.ts';

/** What can be read again, such as a result of TanStack Query. */
export type Read = { isFetching: boolean; refetch: (options: { cancelRefetch: false }) => unknown };

type Props = Pick<ButtonProps, 'size' | 'variant'> & {
  read: Read;
  /** 'Try again' by default. */
  label?: string;
  /** It has the focus first in its dialog. */
  autoFocus?: boolean;
};

/**
 * Reads again what a note says could not be read. It is not disabled while that runs: it would lose the focus. What is around it
 * has the focus when it goes.
 */
export function RetryButton({ read: { isFetching, refetch }, label, autoFocus = false, ...button }: Props) {
  const { t } = useTranslation();
  const ref = useFocusAround();
  return (
    <Button
      {...button}
      ref={ref}
      autoFocus={autoFocus}
      data-autofocus={autoFocus || undefined}
      aria-busy={isFetching}
      leftSection={isFetching ? <Loader size={14} aria-hidden /> : null}
      onClick={() => void refetch({ cancelRefetch: false })}
    >
      {label ?? t('common.retry')}
    </Button>
  );
}
