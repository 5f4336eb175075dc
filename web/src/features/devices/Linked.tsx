import type { DeviceRow } from '@keyward/contract/devices';
import { paths } from '@keyward/contract/paths';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Ago } from '#ui/Ago.tsx';
import styles from './devices.module.css';
import { Person } from './Person.tsx';

type Props = { device: DeviceRow; zone: string; by: 'held_since' | 'controller_id' };

/** Link to the profile that holds a key, or to the OKM that a device reports through. */
export function Linked({ device, zone, by }: Props) {
  if (by === 'held_since') return <HeldBy device={device} since={device.held_since ?? ''} zone={zone} />;
  return (
    // no tab stop: the keyboard moves from row to row, and the drawer has the same link
    <span className={styles.reported}>
      <Link to={paths.devices()} search={{ open: device.controller_id ?? '' }} tabIndex={-1}>
        {device.controller_name}
      </Link>
    </span>
  );
}

type HolderProps = { device: Pick<DeviceRow, 'held_by' | 'holder_id' | 'holder_unknown'>; since: string; zone: string };

/** The holder of the key, and the time since the key was taken. */
function HeldBy({ device: { held_by: name, holder_id: id, holder_unknown: isUnknown }, since, zone }: HolderProps) {
  const { t } = useTranslation();
  return (
    <span className={styles.reported}>
      {name === null || id === null ? (
        <span className={styles.ago}>{t(isUnknown ? 'devices.unknownHolder' : 'devices.hiddenHolder')}</span>
      ) : (
        <Person id={id} inRow>
          {name}
        </Person>
      )}
      <Ago instant={since} zone={zone} className={styles.ago} />
    </span>
  );
}
