import { devices } from '@keyward/contract/calls';
import type { Device } from '@keyward/contract/devices';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '#lib/api.ts';
import { Losses } from '#parts/Losses.tsx';
import { alerts } from '#ui/alerts.ts';
import { ConfirmDrawer } from '#ui/ConfirmDrawer.tsx';

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
      <Losses
        question={t('devices.remove.question', { name })}
        permanent={t('devices.remove.permanent')}
        lost={t('devices.remove.lost')}
        items={[
          t('devices.remove.lostDevice', { name, serial }),
          ...(device.device_class === 'OKM' ? [t('devices.remove.lostTokens'), t('devices.remove.lostReports')] : []),
        ]}
        kept={t('devices.remove.kept')}
      />
    </ConfirmDrawer>
  );
}
