import { devices } from '@keyward/contract/calls';
import type { DeviceRow } from '@keyward/contract/devices';
import { can } from '@keyward/contract/permissions';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import type { CsvSource } from '#list/csv/CsvButton.tsx';
import { EntityList } from '#list/EntityList.tsx';
import { useListUrl } from '#list/useListUrl.ts';
import { CanButton } from '#parts/Can.tsx';
import { IconAdd, IconDevices } from '#ui/icons.tsx';
import { deviceCells } from './cells.tsx';

// the list shows without the weight of its form
const DeviceDrawer = lazily(async () => (await import('./drawer.tsx')).DeviceDrawer, { texts: ['devices', 'roles'] });

const keptBy = ({ isDeletionRestricted }: DeviceRow) => (isDeletionRestricted ? 'deviceNotDeletable' : undefined);

const csv: CsvSource = {
  name: 'devices',
  labels: { device_type_name: 'devices.types', security: 'list.security' },
  choices: [{ rule: can.exportDevices }],
};

export function DevicesPage() {
  const { t } = useTranslation();
  const url = useListUrl();
  const add = (
    <CanButton rule={can.editDevices} leftSection={<IconAdd />} onClick={url.openNew}>
      {t('devices.add')}
    </CanButton>
  );
  const { open } = url.search;
  return (
    <>
      <EntityList
        title={t('devices.title')}
        resource="device"
        list={devices.list}
        renderers={deviceCells}
        details={['serial_number', 'locationTagValue']}
        keptBy={keptBy}
        actions={add}
        csv={csv}
        firstUse={{
          title: t('devices.empty.title'),
          hint: t('devices.empty.hint'),
          icon: <IconDevices size={24} />,
          action: add,
        }}
      />
      {open ? (
        <Suspense>
          <DeviceDrawer open={open} onOpen={(id) => url.change({ open: id }, true)} onClose={() => url.close()} />
        </Suspense>
      ) : null}
    </>
  );
}
