import { devices } from '@keyward/contract/calls';
import type { DeviceRow } from '@keyward/contract/devices';
import { can } from '@keyward/contract/permissions';
import { useApi } from '#lib/api.ts';
import { useSession } from '#lib/session.ts';
import { SubjectLink } from '#parts/SubjectLink.tsx';
import type { ReportedBy } from './reported.ts';

/**
 * Link to the controller by its present name; its serial number if the controller is not visible or was deleted. `at`: ISO
 * instant of the event.
 */
export function Reporter({ by: { serial, id }, at }: { by: ReportedBy; at: string }) {
  const { authority } = useSession();
  const { data } = useApi(
    devices.list,
    { query: { ...(id === undefined ? { serial_number: serial } : { id }), results_per_page: '1' } },
    { enabled: can.readDevices.holds(authority), staleTime: 60_000 },
  );
  // replaced hardware that was added again is another device
  const isIt = (device: DeviceRow) => id !== undefined || device.created_at <= at;
  const device = data?.data.find(isIt);
  return <SubjectLink domain="device" id={device?.id ?? null} name={device?.name ?? serial} />;
}
