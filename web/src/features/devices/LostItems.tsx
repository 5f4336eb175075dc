import { devices } from '@keyward/contract/calls';
import type { Device } from '@keyward/contract/devices';
import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { refresh, useApiMutation } from '#lib/api.ts';
import { errorWords } from '#lib/errors.ts';
import { alerts } from '#ui/alerts.ts';
import { askConfirmation, dismissConfirmation } from '#ui/confirmation.ts';
import { IconCheck, IconWarning } from '#ui/icons.tsx';
import { ReportLost } from './ReportLost.tsx';

/** Of a key: reports it lost, or found. */
export function LostItems({ shown: { id, name, device_class: kind, lost } }: { shown: Device }) {
  const { t } = useTranslation();
  const found = useApiMutation(devices.reportFound, {
    onSuccess: () => {
      void refresh(devices.get, devices.list);
      alerts.success(t('lost.foundDone'));
    },
    onError: (error) => alerts.failure(errorWords(error), t('lost.foundFailed')),
  });
  if (kind !== 'KEY') return null;
  return lost ? (
    <Menu.Item leftSection={<IconCheck size={16} />} onClick={() => found.mutate({ params: { id } })}>
      {t('lost.found')}
    </Menu.Item>
  ) : (
    <Menu.Item
      leftSection={<IconWarning size={16} />}
      onClick={() => askConfirmation(<ReportLost id={id} name={name} onClose={dismissConfirmation} />)}
    >
      {t('lost.report')}
    </Menu.Item>
  );
}
