import { devices } from '@keyward/contract/calls';
import type { Device } from '@keyward/contract/devices';
import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { refresh, useApiMutation } from '#lib/api.ts';
import { alertFailure } from '#ui/alertFailure.ts';
import { alerts } from '#ui/alerts.ts';
import { askConfirmation, dismissConfirmation } from '#ui/confirmation.ts';
import { IconCheck, IconWarning } from '#ui/icons.tsx';
import { ReportLost } from './ReportLost.tsx';
import { useAskByAddress } from './useAskByAddress.ts';

const ask = (device: Device) => askConfirmation(<ReportLost device={device} onClose={dismissConfirmation} />);

/** Asks whether to report a key lost if its address asks for that, unless it is reported already. */
export function LostByAddress({ device }: { device: Device }) {
  useAskByAddress('lost', () => {
    if (device.device_class === 'KEY' && !device.lost) ask(device);
  });
  return null;
}

/** Menu items that report a key lost, or found. */
export function LostItems({ shown }: { shown: Device }) {
  const { id, device_class: kind, lost } = shown;
  const { t } = useTranslation();
  const found = useApiMutation(devices.reportFound, {
    onSuccess: () => {
      void refresh(devices.get, devices.list);
      alerts.success(t('lost.foundDone'));
    },
    // the menu is closed: its next call, once it is opened again, is another submission
    onError: (error, parts) => alertFailure(error, t('lost.foundFailed'), () => found.mutate(parts)),
  });
  if (kind !== 'KEY') return null;
  return lost ? (
    <Menu.Item leftSection={<IconCheck size={16} />} onClick={() => found.mutate({ params: { id } })}>
      {t('lost.found')}
    </Menu.Item>
  ) : (
    <Menu.Item leftSection={<IconWarning size={16} />} onClick={() => ask(shown)}>
      {t('lost.report')}
    </Menu.Item>
  );
}
