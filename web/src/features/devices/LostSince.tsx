import { useTranslation } from 'react-i18next';
import { Ago } from '#ui/Ago.tsx';
import { Badge } from '#ui/Badge.tsx';
import { IconWarning } from '#ui/icons.tsx';
import styles from './devices.module.css';

/** Badge of a key that is reported lost, with the time since then. */
export function LostSince({ since, zone }: { since: string; zone: string }) {
  const { t } = useTranslation();
  return (
    <span className={styles.reported}>
      <Badge tone="failure" icon={IconWarning}>
        {t('lost.badge')}
      </Badge>
      <Ago instant={since} zone={zone} className={styles.ago} />
    </span>
  );
}
