import { type Device, lowBattery } from '@keyward/contract/devices';
import { paths } from '@keyward/contract/paths';
import { useTranslation } from 'react-i18next';
import { dateTime } from '#lib/dates.ts';
import { wholePercentWords } from '#lib/numbers.ts';
import { useSession } from '#lib/session.ts';
import { LocationLinks } from '#parts/LocationLinks.tsx';
import { Badge } from '#ui/Badge.tsx';
import { IconBattery, IconKey, IconPlace, IconWarning } from '#ui/icons.tsx';
import { RelativeTime } from '#ui/Time.tsx';
import { ReportedBadge, SecurityBadge } from './cells.tsx';
import styles from './devices.module.css';
import { Person } from './Person.tsx';

/** Badges of a device: last report, security, battery, custody, location. */
export function DeviceBadges({ shown }: { shown: Device }) {
  const { t, i18n } = useTranslation();
  const { zone } = useSession();
  const { battery } = shown.state;
  const { custody } = shown;
  return (
    <>
      {shown.lost ? <LostBadge lost={shown.lost} /> : null}
      {shown.device_class === 'OKM' || shown.state_updated_at === null ? (
        <ReportedBadge device={shown} zone={zone} />
      ) : (
        <RelativeTime
          instant={shown.state_updated_at}
          zone={zone}
          words={(ago) => t('device.head.reported', { ago })}
        />
      )}
      {shown.security_status === null ? null : <SecurityBadge status={shown.security_status} />}
      {typeof battery === 'number' ? (
        <Badge tone={battery < lowBattery ? 'warning' : 'quiet'} icon={IconBattery}>
          {t('device.head.battery', { percent: wholePercentWords(battery, i18n.language) })}
        </Badge>
      ) : null}
      {custody ? (
        <Badge tone="warning" icon={IconKey}>
          {custody.holder ? (
            <Person id={custody.holder.id}>
              {t('device.head.heldBy', { name: custody.holder.name, time: dateTime(custody.since, zone) })}
            </Person>
          ) : (
            t(custody.holderUnknown ? 'device.head.outUnknown' : 'device.head.out', {
              time: dateTime(custody.since, zone),
            })
          )}
        </Badge>
      ) : null}
      <Badge tone="quiet" icon={IconPlace}>
        {shown.locationTagValue === null ? (
          t('device.head.unassigned')
        ) : (
          <LocationLinks to={paths.devices} names={shown.locationTagValue} tags={shown.tags} />
        )}
      </Badge>
    </>
  );
}

/** Badge of a key that is reported lost: since when, by whom, and the note. */
function LostBadge({ lost: { since, by, note } }: { lost: NonNullable<Device['lost']> }) {
  const { t } = useTranslation();
  const { zone } = useSession();
  return (
    <>
      <Badge tone="failure" icon={IconWarning}>
        {t('lost.badge')}
      </Badge>
      <span className={styles.said}>
        {t('lost.head', { time: dateTime(since, zone), by })}
        {note === null ? null : ` ${t('lost.note', { note })}`}
      </span>
    </>
  );
}
