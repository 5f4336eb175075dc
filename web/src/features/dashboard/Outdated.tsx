import { useTranslation } from 'react-i18next';
import { dateTime } from '#lib/dates.ts';
import { useSession } from '#lib/session.ts';
import { IconWarning } from '#ui/icons.tsx';
import { type Read, RetryButton } from '#ui/RetryButton.tsx';
import styles from './custody.module.css';

type Props = { board: 'custody' | 'closing'; read: Read & { dataUpdatedAt: number } };

/** What is on screen could not be read again: as of when it is. */
export function Outdated({ board, read }: Props) {
  const { t } = useTranslation();
  const { zone } = useSession();
  return (
    <p role="alert" className={styles.outdated}>
      <IconWarning size={16} />
      {t(`${board}.outdated`, { time: dateTime(new Date(read.dataUpdatedAt).toISOString(), zone) })}
      <RetryButton read={read} variant="default" size="xs" />
    </p>
  );
}
