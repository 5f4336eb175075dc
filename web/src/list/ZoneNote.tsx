import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session.ts';
import styles from './list.module.css';
import { useListZone } from './listZone.ts';
import { TextButton } from './TextButton.tsx';

const named = (zone: string) => zone.replaceAll('_', ' ');

/** Names the zone of a list's times, once; where its only location has another zone, a button switches to that and back. */
export function ZoneNote() {
  const { t } = useTranslation();
  const { zone: own } = useSession();
  const { zone, location, isLocal = false, onLocal } = useListZone();
  const words = t('list.timesIn', { zone: named(zone) });
  return (
    <div className={styles.zone}>
      <p title={words}>{words}</p>
      {location ? (
        <TextButton onClick={() => onLocal?.(!isLocal)}>
          {isLocal
            ? t('list.ownTimes', { zone: named(own) })
            : t('list.timesOf', { location: location.name, zone: named(location.zone) })}
        </TextButton>
      ) : null}
    </div>
  );
}
