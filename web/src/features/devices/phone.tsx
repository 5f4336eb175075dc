import type { DeviceRow } from '@keyward/contract/devices';
import { useNow } from '#lib/now.ts';
import { useSession } from '#lib/session.ts';
import type { PhoneLines } from '#list/phone/lines.ts';
import { PhoneTable } from '#list/phone/PhoneTable.tsx';
import { Nothing } from '#list/table/cells.tsx';
import type { TableProps } from '#list/table/tableProps.ts';
import { Ago } from '#ui/Ago.tsx';
import { ConnectivityBadge } from './cells.tsx';
import { reportedState } from './reported.ts';

/** Whether an OKM reports; other devices report on events alone. */
function State({ device }: { device: DeviceRow }) {
  const { me } = useSession();
  const state = reportedState(device.device_class, device.state_updated_at, me.offlineOkmMinutes, useNow());
  return state === 'reported' ? <Nothing /> : <ConnectivityBadge state={state} />;
}

const lines: PhoneLines<DeviceRow> = {
  marks: ['security_status', 'state_updated_at'],
  markCells: { state_updated_at: (device) => <State device={device} /> },
  cells: {
    state_updated_at: ({ state_updated_at: at }, zone) =>
      at === null ? <Nothing /> : <Ago instant={at} zone={zone} words="short" />,
  },
  second: ['device_type_name', 'locationTagValue', 'state_updated_at'],
  leaves: ['serial_number', 'tagValues'],
};

export const DevicesOnPhone = (props: TableProps<DeviceRow>) => <PhoneTable {...props} lines={lines} />;
