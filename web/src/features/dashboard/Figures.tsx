import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '#lib/call.ts';
import { dateTime } from '#lib/dates.ts';
import { useErrorText } from '#lib/errors.ts';
import { useSession } from '#lib/session.ts';
import { useFailure } from '#lib/useFailure.ts';
import { StaleNote } from '#parts/pictures/StaleNote.tsx';
import { IconInsights } from '#ui/icons.tsx';
import { EmptyState, ErrorState, NoPermission } from '#ui/states.tsx';
import styles from '#parts/pictures/pictures.module.css';
import { Loading } from './Loading.tsx';

type Props<T> = {
  read: UseQueryResult<{ data: T }, ApiError>;
  /** Text of an empty picture. */
  none: string;
  /** Title of the error; by default, that the activity could not be read. */
  failed?: string;
  children: (figures: T) => ReactNode;
};

/**
 * Figures of a picture, once they are read. The last good ones stay, with their time, when newer ones cannot be read. Pass range
 * and filters as the key, so that the figures of another range never stand in for them.
 */
export function Figures<T extends { total: number }>({ read, none, failed: title, children }: Props<T>) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { zone } = useSession();
  const [good, setGood] = useState<{ figures: T; at: number }>();
  if (read.data && !read.isPlaceholderData && good?.figures !== read.data.data) {
    setGood({ figures: read.data.data, at: read.dataUpdatedAt });
  }
  const failed = useFailure(read);
  // the range ends with the present minute: a failure outlasts the reads of later minutes until one succeeds
  const [lasting, setLasting] = useState<ApiError | null>(null);
  const isReply = read.data !== undefined && !read.isPlaceholderData && read.error === null;
  const failure = failed ?? (isReply ? null : lasting);
  if (failure !== lasting) setLasting(failure);
  if (failure?.status === 403) return <NoPermission />;
  if (!good) {
    return failure ? (
      <ErrorState title={title ?? t('dashboard.activity.failed')} text={errorText(failure)} read={read} />
    ) : (
      <div className={styles.waiting}>
        <Loading />
      </div>
    );
  }
  return (
    <>
      {failure ? (
        <StaleNote
          read={read}
          words={t('dashboard.activity.stale', { time: dateTime(new Date(good.at).toISOString(), zone) })}
        />
      ) : null}
      {good.figures.total === 0 ? (
        <EmptyState icon={<IconInsights size={24} />} title={none} />
      ) : (
        children(good.figures)
      )}
    </>
  );
}
