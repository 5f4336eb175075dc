import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '#lib/call.ts';
import { useErrorText } from '#lib/errors.ts';
import { useFailure } from '#lib/useFailure.ts';
import { IconWarning } from './icons.tsx';
import { RetryButton } from './RetryButton.tsx';
import styles from './states.module.css';

type Props = {
  /** Says what could not be read. */
  words: string;
  read: Pick<
    UseQueryResult<unknown, ApiError>,
    'data' | 'error' | 'errorUpdateCount' | 'isFetching' | 'isPlaceholderData' | 'refetch'
  >;
};

/** Stands in place of data that could not be read: why, and a button to read it again. Nothing while there is any data. */
export function ReadFailed({ words, read }: Props) {
  const errorText = useErrorText();
  const failure = useFailure(read);
  if (!failure || (read.data !== undefined && !read.isPlaceholderData)) return null;
  return (
    <div role="alert" className={styles.readFailed}>
      <IconWarning size={16} />
      <span>
        {words} {errorText(failure)}
      </span>
      <RetryButton read={read} size="compact-sm" variant="subtle" />
    </div>
  );
}
