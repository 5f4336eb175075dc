import { dateTime } from '#lib/dates.ts';
import { useSession } from '#lib/session.ts';
import { IconWarning } from '#ui/icons.tsx';
import { type Read, RetryButton } from '#ui/RetryButton.tsx';
import styles from './custody.module.css';

type Props = { words: (time: string) => string; read: Read & { dataUpdatedAt: number } };

/** Notice that the figures on screen could not be refreshed, with the time they were read. */
export function Outdated({ words, read }: Props) {
  const { zone } = useSession();
  return (
    <p role="alert" className={styles.outdated}>
      <IconWarning size={16} />
      {words(dateTime(new Date(read.dataUpdatedAt).toISOString(), zone))}
      <RetryButton read={read} variant="default" size="xs" />
    </p>
  );
}
