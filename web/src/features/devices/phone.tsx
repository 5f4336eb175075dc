import type { DeviceRow } from '@keyward/contract/devices';
import type { PhoneLines } from '#list/phone/lines.ts';
import { PhoneTable } from '#list/phone/PhoneTable.tsx';
import { Nothing } from '#list/table/cells.tsx';
import type { TableProps } from '#list/table/tableProps.ts';
import { Ago } from '#ui/Ago.tsx';
import { StateBadge, useReportedState } from './cells.tsx';

/** State of an OKM; empty for other devices, which report only on events. */
function State({ device }: { device: DeviceRow }) {
  const state = useReportedState(device);
  return state === 'reported' ? <Nothing /> : <StateBadge state={state} />;
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
