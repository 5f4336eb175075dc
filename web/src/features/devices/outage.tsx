import type { Device } from '@keyward/contract/devices';
import { paths } from '@keyward/contract/paths';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { dateTime, relativeTime } from '#lib/dates.ts';
import { useNow } from '#lib/now.ts';
import { useSession } from '#lib/session.ts';
import { ReportedBadge } from './cells.tsx';
import styles from './outage.module.css';
import { reportedState } from './reported.ts';

type Serves = NonNullable<Device['serves']>;
type Neighbour = Serves['neighbours'][number];

/** Things to check, the likeliest cause first. `reporting`: an OKM of the same location that is online. */
function checks(device: Device, serves: Serves, reporting: Neighbour | undefined, t: TFunction): string[] {
  const never = device.state_updated_at === null;
  if (!serves.hasToken) return [t(never ? 'device.outage.noToken' : 'device.outage.tokenGone')];
  const setUp = never ? [t('device.outage.setUp')] : [];
  if (reporting) return [...setUp, t('device.outage.onlyThis', { name: reporting.name }), t('device.outage.cable')];
  if (serves.neighbours.length > 0) return [...setUp, t('device.outage.allHere'), t('device.outage.power')];
  return [...setUp, t('device.outage.power'), t('device.outage.network')];
}

/** Explains why an OKM does not report: its last report, the OKMs beside it, and the checks to make. Empty while it reports. */
export function Outage({ device }: { device: Device }) {
  const { t } = useTranslation();
  const { zone, me } = useSession();
  const now = useNow();
  const { serves, state_updated_at: at, locationTagValue: location } = device;
  const stateOf = (instant: string | null) => reportedState('OKM', instant, me.offlineOkmMinutes, now);
  if (!serves || stateOf(at) === 'online') return null;
  const { neighbours, further } = serves;
  // ordered by last report, the latest at the end
  const reporting = [...neighbours, ...(further ? [further.latest] : [])].findLast(
    (one) => stateOf(one.state_updated_at) === 'online',
  );
  return (
    <section className={styles.outage} aria-labelledby="device-outage">
      <h3 id="device-outage">{t('device.outage.title')}</h3>
      <p>
        {at === null
          ? t('device.outage.never')
          : t('device.outage.last', { time: dateTime(at, zone), ago: relativeTime(at, 'long', now) })}{' '}
        {at === null ? null : t('device.outage.limit', { count: me.offlineOkmMinutes })}
      </p>
      {location === null ? null : neighbours.length === 0 ? (
        <p>{t('device.outage.alone', { location })}</p>
      ) : (
        <>
          <p>{t('device.outage.beside', { location })}</p>
          <ul className={styles.neighbours}>
            {neighbours.map(({ id, name, state_updated_at: reported }) => (
              <li key={id}>
                <Link to={paths.devices()} search={{ open: id }}>
                  {name}
                </Link>
                <ReportedBadge device={{ device_class: 'OKM', state_updated_at: reported }} zone={zone} />
              </li>
            ))}
          </ul>
          {further ? <p>{t('device.outage.further', { count: further.count })}</p> : null}
        </>
      )}
      <h4>{t('device.outage.check')}</h4>
      <ol>
        {checks(device, serves, reporting, t).map((check) => (
          <li key={check}>{check}</li>
        ))}
      </ol>
      {serves.devices > 0 ? (
        <p className={styles.behind}>{t('device.outage.behind', { count: serves.devices })}</p>
      ) : null}
    </section>
  );
}
