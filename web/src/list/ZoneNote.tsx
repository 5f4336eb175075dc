import { useTranslation } from 'react-i18next';
import styles from './list.module.css';

/** Says once in which zone the times of a list are. */
export function ZoneNote({ zone }: { zone: string }) {
  const { t } = useTranslation();
  const words = t('list.timesIn', { zone: zone.replaceAll('_', ' ') });
  return (
    <p className={styles.zone} title={words}>
      {words}
    </p>
  );
}
