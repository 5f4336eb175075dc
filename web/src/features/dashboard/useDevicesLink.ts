import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import { useNavigate } from '@tanstack/react-router';
import { useSession } from '#lib/session.ts';
import { devicesOf } from './strips.ts';

/** Opens the list of devices with these; undefined without the permission to read it. */
export function useDevicesLink(): ((rows: readonly { serial: string }[]) => void) | undefined {
  const { authority } = useSession();
  const navigate = useNavigate();
  if (!can.readDevices.holds(authority)) return undefined;
  return (rows) => void navigate({ to: paths.devices(), search: devicesOf(rows) });
}
