import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '#lib/call.ts';
import { dateTime } from '#lib/dates.ts';
import { useErrorText } from '#lib/errors.ts';
import { useSession } from '#lib/session.ts';
import { useFailure } from '#lib/useFailure.ts';
import { StaleNote } from '#parts/pictures/StaleNote.tsx';
import { RetryButton } from '#ui/RetryButton.tsx';
import { SlowNotice } from '#ui/states.tsx';
import styles from './lines.module.css';

type Props<T> = {
  read: UseQueryResult<{ data: T }, ApiError>;
  /** `now`: when it was read. */
  children: (data: T, now: number) => ReactNode;
};

/**
 * Draws the data once it is read. When newer data cannot be read, the data stays with its time, unless the permission is gone. A
 * failed read does not affect the events below.
 */
export function LinesState<T>({ read, children }: Props<T>) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { zone } = useSession();
  const { data, dataUpdatedAt: at, isPlaceholderData } = read;
  const failure = useFailure(read);
  // lines of another period are no reply
  if (data && (!failure || (!isPlaceholderData && failure.status !== 403))) {
    const time = dateTime(new Date(at).toISOString(), zone);
    return (
      <div tabIndex={-1} className={styles.state}>
        {failure ? <StaleNote read={read} words={t('history.lines.stale', { time })} /> : null}
        {children(data.data, at)}
      </div>
    );
  }
  if (!failure) return <SlowNotice />;
  return (
    <div tabIndex={-1} className={styles.state}>
      <div role="alert" className={styles.note}>
        {t('history.lines.failed')} {errorText(failure)} <RetryButton read={read} size="compact-sm" variant="subtle" />
      </div>
    </div>
  );
}
