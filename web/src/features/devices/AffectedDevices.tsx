import type { DeviceChangePreview } from '@keyward/contract/device-changes';
import { useTranslation } from 'react-i18next';
import { ChangedValues } from '#entity/change/ChangedValues.tsx';
import { namesInList } from '#lib/namesInList.ts';
import styles from '#parts/affected.module.css';
import { IconAdd, IconMinus } from '#ui/icons.tsx';

type Affected = DeviceChangePreview['devices'][number];

/** Serial number and location, which distinguish a device from others of the same name. */
export function useDeviceDetails() {
  const { t } = useTranslation();
  return ({
    serial_number: serial,
    locationTagValue: location,
  }: Pick<Affected, 'serial_number' | 'locationTagValue'>) => `${serial} · ${location ?? t('device.head.unassigned')}`;
}

/** The devices that a change affects, with the change and the people who gain or lose access to each. */
export function AffectedDevices({ devices, more }: { devices: readonly Affected[]; more: number }) {
  const { t } = useTranslation();
  const detailsOf = useDeviceDetails();
  if (devices.length === 0) return null;
  return (
    <>
      <ul className={styles.people}>
        {devices.map((device) => (
          <li key={device.id}>
            <strong>{device.name}</strong> <span className={styles.quiet}>{detailsOf(device)}</span>
            <ul className={styles.changes}>
              <ChangedValues values={device.values} />
              <People which="gaining" people={device.gaining} />
              <People which="losing" people={device.losing} />
            </ul>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className={styles.quiet}>{t('bulk.devices.more', { count: more })}</p> : null}
    </>
  );
}

type PeopleProps = { which: 'gaining' | 'losing'; people: Affected['gaining'] };

/** A list item with a number of people and some names; a sign supports the colour. */
function People({ which, people: { count, names } }: PeopleProps) {
  const { t } = useTranslation();
  if (count === 0) return null;
  const list = namesInList(names);
  return (
    <li>
      <span className={styles.change} data-gained={which === 'gaining' || undefined}>
        {which === 'gaining' ? <IconAdd size={13} /> : <IconMinus size={13} />}
        {t(`bulk.devices.${which}`, { count })}
      </span>
      {names.length ? (
        <span className={styles.quiet}>
          {' '}
          {list}
          {count > names.length ? ' …' : ''}
        </span>
      ) : null}
    </li>
  );
}
