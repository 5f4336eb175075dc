import type { HeldKey } from '@keyward/contract/custody';
import { printFilter } from '@keyward/contract/filter';
import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dateTime, relativeTime } from '#lib/dates.ts';
import { useNow } from '#lib/now.ts';
import { useSession } from '#lib/session.ts';
import { useLocations } from '#parts/useLocations.ts';
import { Badge } from '#ui/Badge.tsx';
import { IconWarning } from '#ui/icons.tsx';
import { KeyReminder } from './KeyReminder.tsx';
import { StoreTime } from './StoreTime.tsx';
import styles from './custody.module.css';

/** A key that is out; on a narrow screen, a card that names each value. */
export function KeyRow({ row, state }: { row: HeldKey; state: ReactNode }) {
  const { t } = useTranslation();
  const { authority } = useSession();
  const { holder } = row;
  return (
    <tr>
      <td>{state}</td>
      <th scope="row">
        <Link to={paths.devices({ open: row.id })}>{row.name}</Link>
        {row.lost ? (
          <Badge tone="failure" icon={IconWarning}>
            {t('lost.badge')}
          </Badge>
        ) : null}
      </th>
      <td data-label={t('custody.columns.location')}>
        <Location of={row} />
      </td>
      <td data-label={t('custody.columns.holder')}>
        {holder === null ? (
          <span className={styles.quiet}>{t(row.holderUnknown ? 'custody.unknown' : 'custody.hidden')}</span>
        ) : can.readUsers.holds(authority) ? (
          <Link to={paths.users({ open: holder.id })}>{holder.name}</Link>
        ) : (
          holder.name
        )}
      </td>
      <td data-label={t('custody.columns.since')}>
        <Instant at={row.since} there={row.zone} />
      </td>
      <td data-label={t('custody.columns.due')}>
        {row.due === null ? (
          <span className={styles.quiet}>{t('custody.states.noCurfew')}</span>
        ) : (
          <Instant at={row.due} there={row.zone} />
        )}
      </td>
      {can.editDevices.holds(authority) ? (
        <td data-label={t('custody.columns.reminder')}>
          <KeyReminder row={row} />
        </td>
      ) : null}
    </tr>
  );
}

/** Location of a key, linked to the keys there. */
function Location({ of: { location } }: { of: HeldKey }) {
  const { t } = useTranslation();
  const column = useLocations()?.column;
  if (location === null) return <span className={styles.quiet}>{t('custody.unassigned')}</span>;
  if (!column) return location.name;
  const here = printFilter({ op: 'in', values: [location.name] });
  return <Link to={paths.devices({ custom_view: 'Keys', [`filter.${column}`]: here })}>{location.name}</Link>;
}

/** An instant in words and, below, exactly: in the zone of the profile and in that of the location. */
function Instant({ at, there }: { at: string; there: string }) {
  const { zone } = useSession();
  const now = useNow();
  return (
    <time dateTime={at} className={styles.instant}>
      <span>{relativeTime(at, 'long', now)}</span>
      <small>{dateTime(at, zone)}</small>
      <StoreTime at={at} zone={there} />
    </time>
  );
}
