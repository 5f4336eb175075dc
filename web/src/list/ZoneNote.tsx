import { useTranslation } from 'react-i18next';
import styles from './list.module.css';

/** Names the zone of a list's times, once. */
export function ZoneNote({ zone }: { zone: string }) {
  const { t } = useTranslation();
  const words = t('list.timesIn', { zone: zone.replaceAll('_', ' ') });
  return (
    <p className={styles.zone} title={words}>
      {words}
    </p>
  );
}
