import type { DeviceClass } from '@keyward/contract/devices';

export type Reported = 'never' | 'online' | 'offline' | 'reported';

/**
 * The state according to the last report: an OKM is offline when the report is older than the tenant's threshold; other
 * devices report only on events. Specification, part 2, section 9 'Dashboard thresholds'.
 */
export function reportedState(
  deviceClass: DeviceClass,
  at: string | null,
  offlineMinutes: number,
  now: number,
): Reported {
  if (at === null) return 'never';
  if (deviceClass !== 'OKM') return 'reported';
  return now - Date.parse(at) > offlineMinutes * 60_000 ? 'offline' : 'online';
}
