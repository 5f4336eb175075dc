import type { DeviceClass } from '@keyward/contract/devices';

export type Reported = 'never' | 'online' | 'offline' | 'reported';

/**
 * What the last report says of a device: an OKM is offline when it is older than the tenant's minutes; others report only
 * when something happens. Specification, part 2, section 9 'Dashboard thresholds'.
 */
export function reportedState(
  deviceClass: DeviceClass,
  at: string | null,
  offlineMinutes: number,
  now: number = Date.now(),
): Reported {
  if (at === null) return 'never';
  if (deviceClass !== 'OKM') return 'reported';
  return now - Date.parse(at) > offlineMinutes * 60_000 ? 'offline' : 'online';
}
