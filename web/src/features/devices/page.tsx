import { devices } from '@keyward/contract/calls';
import type { DeviceRow } from '@keyward/contract/devices';
import { EntityPage } from '#entity/EntityPage.tsx';
import { lazily } from '#lib/lazily.ts';
import { useListUrl } from '#list/useListUrl.ts';
import { eventTexts } from '#texts/namespaces.ts';
import { IconDevices } from '#ui/icons.tsx';
import { deviceCells } from './cells.tsx';
import { useSubject } from './useSubject.ts';
import { deviceCsv } from './csv.ts';

// keeps the form out of the list's bundle
const DeviceDrawer = lazily(async () => (await import('./drawer.tsx')).DeviceDrawer, {
  texts: ['custody', 'device', 'devices', 'entity', 'errors', 'lost', 'roles', 'tokens'],
});
const DevicesOnPhone = lazily(async () => (await import('./phone.tsx')).DevicesOnPhone, { texts: ['devices'] });

const dialogs = {
  change: lazily(async () => (await import('./ChangeMany.tsx')).ChangeMany, {
    texts: ['bulk', 'device', ...eventTexts],
  }),
  lost: lazily(async () => (await import('./ReportLost.tsx')).ReportLostRow, { texts: ['devices', 'errors', 'lost'] }),
};

const details = ['serial_number', 'locationTagValue'] as const;
const undeletable = ({ isDeletionRestricted }: DeviceRow) => (isDeletionRestricted ? 'deviceNotDeletable' : undefined);

/** The devices. Specification, part 2, section 2 'Devices list'. */
export function DevicesPage() {
  const subject = useSubject(useListUrl().search);
  return (
    <EntityPage
      heading={subject?.title}
      named={subject?.filters}
      resource="device"
      icon={IconDevices}
      list={devices.list}
      renderers={deviceCells}
      onPhone={DevicesOnPhone}
      details={details}
      unselectable={undeletable}
      dialogs={dialogs}
      csv={deviceCsv}
      drawer={DeviceDrawer}
    />
  );
}
