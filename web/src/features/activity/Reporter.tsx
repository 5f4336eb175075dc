import { devices } from '@keyward/contract/calls';
import { can } from '@keyward/contract/permissions';
import { useApi } from '#lib/api.ts';
import { useSession } from '#lib/session.ts';
import { SubjectLink } from './links.tsx';

/** The controller by its name of today, as a link; its serial number where one may not see it, or it is gone. */
export function Reporter({ serial }: { serial: string }) {
  const { authority } = useSession();
  const { data } = useApi(
    devices.list,
    { query: { serial_number: serial, results_per_page: '1' } },
    { enabled: can.readDevices.holds(authority), staleTime: 60_000 },
  );
  const device = data?.data[0];
  return <SubjectLink domain="device" id={device?.id ?? null} name={device?.name ?? serial} />;
}
