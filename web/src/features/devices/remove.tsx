import { devices } from '@keyward/contract/calls';
import type { Device } from '@keyward/contract/devices';
import { useTranslation } from 'react-i18next';
import { ConfirmDelete } from '#entity/ConfirmDelete.tsx';

type Props = { device: Device; onRemoved: () => void; onCancel: () => void };

export function RemoveDevice({ device, onRemoved, onCancel }: Props) {
  const { t } = useTranslation();
  const { id, name, serial_number: serial } = device;
  const ofController = [t('devices.remove.lostTokens'), t('devices.remove.lostReports')];
  return (
    <ConfirmDelete
      call={devices.remove}
      parts={{ params: { id } }}
      words={{
        title: t('devices.remove.title'),
        confirm: t('devices.remove.confirm'),
        losses: {
          question: t('devices.remove.question', { name }),
          permanent: t('devices.remove.permanent'),
          lost: t('devices.remove.lost'),
          items: [
            t('devices.remove.lostDevice', { name, serial }),
            ...(device.device_class === 'OKM' ? ofController : []),
          ],
          kept: t('devices.remove.kept'),
        },
        success: t('devices.success.deleted'),
        failure: t('devices.failure.delete'),
      }}
      onDeleted={onRemoved}
      onCancel={onCancel}
    />
  );
}
