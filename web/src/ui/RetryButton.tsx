import { Button, type ButtonProps, Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFocusAround } from './useFocusAround.ts';

/** A read that can be repeated, such as a result of TanStack Query. */
export type Read = { isFetching: boolean; refetch: (options: { cancelRefetch: false }) => unknown };

type Props = Pick<ButtonProps, 'size' | 'variant'> & {
  read: Read;
  /** 'Try again' by default. */
  label?: string;
  /** Takes the initial focus of its dialog. */
  autoFocus?: boolean;
};

/**
 * Repeats the failed read that a note reports. It is not disabled while that runs, since it would lose the focus. When it
 * disappears, the focus moves to an element around it.
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
