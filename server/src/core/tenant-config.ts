/**
 * A tenant's values, which its operator sets: bounds and what holds unless told. Specification, part 1, section 3 and
 * part 2, section 9 'Dashboard thresholds'.
 */
export const tenantValues = {
  autoLogoutTimeoutMins: { unlessTold: 15, least: 0, most: 720, about: 'minutes without a click or key; 0: never' },
  csvDownloadRecordsLimit: { unlessTold: 100_000, least: -1, most: 10_000_000, about: 'rows of a CSV; -1: no limit' },
  csvUploadRecordsLimit: { unlessTold: 1000, least: 1, most: 100_000, about: 'lines of a file of profiles' },
  offlineOkmMinutes: { unlessTold: 15, least: 1, most: 10_080, about: 'minutes without a report: an OKM is offline' },
  unsecuredLockHours: { unlessTold: 8, least: 1, most: 720, about: 'hours that "Unsecured Locks" looks back' },
  unauthorizedAttemptsDays: {
    unlessTold: 7,
    least: 1,
    most: 365,
    about: 'days that "Unauthorized Attempts" looks back',
  },
  inactiveUserDays: { unlessTold: 90, least: 1, most: 3650, about: 'days without a use: a profile is inactive' },
} as const;
export type TenantValue = keyof typeof tenantValues;
export type TenantConfig = Record<TenantValue, number>;

export const tenantValueNames = Object.keys(tenantValues) as TenantValue[];
export const tenantDefaults = Object.fromEntries(
  tenantValueNames.map((name) => [name, tenantValues[name].unlessTold]),
) as TenantConfig; // every name has its value
