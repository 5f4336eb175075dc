import type { DeviceRow } from '@keyward/contract/devices';
import { useTranslation } from 'react-i18next';
import { dateTime, relativeTime } from '#lib/dates.ts';
import styles from './devices.module.css';
import { Person } from './Person.tsx';

type Props = { device: Pick<DeviceRow, 'held_by' | 'holder_id'>; since: string; zone: string };

/** Who has the key, and for how long. */
export function HeldBy({ device: { held_by: name, holder_id: id }, since, zone }: Props) {
  const { t } = useTranslation();
  return (
    <span className={styles.reported}>
      {name === null || id === null ? (
        <span className={styles.ago}>{t('devices.hiddenHolder')}</span>
      ) : (
        <Person id={id} inRow>
          {name}
        </Person>
      )}
      <time dateTime={since} title={`${dateTime(since, zone)} · ${zone}`} className={styles.ago}>
        {relativeTime(since)}
      </time>
    </span>
  );
}
