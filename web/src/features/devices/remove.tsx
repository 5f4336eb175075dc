import { type Device, devices } from '@keyward/contract/devices';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '#lib/api.ts';
import { alerts } from '#ui/alerts.ts';
import { ConfirmDrawer } from '#ui/ConfirmDrawer.tsx';
import styles from './devices.module.css';

type Props = { device: Device; onRemoved: () => void; onCancel: () => void };

/** Says what is lost with the device before it is deleted. */
export function RemoveDevice({ device, onRemoved, onCancel }: Props) {
  const { t } = useTranslation();
  const remove = useApiMutation(devices.remove, {
    onSuccess: () => {
      alerts.success(t('devices.success.deleted'));
      onRemoved();
    },
  });
  const { id, name, serial_number: serial } = device;
  return (
    <ConfirmDrawer
      title={t('devices.remove.title')}
      confirmLabel={t('devices.remove.confirm')}
      error={remove.error}
      errorTitle={t('devices.failure.delete')}
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id } })}
      onClose={onCancel}
    >
      <p className={styles.text}>
        <strong>{t('devices.remove.question', { name })}</strong> {t('devices.remove.permanent')}
      </p>
      <div>
        <p className={styles.text}>{t('devices.remove.lost')}</p>
        <ul className={styles.lost}>
          <li>{t('devices.remove.lostDevice', { name, serial })}</li>
          {device.device_class === 'OKM' ? (
            <>
              <li>{t('devices.remove.lostTokens')}</li>
              <li>{t('devices.remove.lostReports')}</li>
            </>
          ) : null}
        </ul>
      </div>
      <p className={styles.quiet}>{t('devices.remove.kept')}</p>
    </ConfirmDrawer>
  );
}
