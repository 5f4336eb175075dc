/** A tenant's values, which its operator sets: bounds and what holds unless told. Specification, part 1, section 3. */
export const tenantValues = {
  autoLogoutTimeoutMins: { unlessTold: 15, least: 0, most: 720, about: 'minutes without a click or key; 0: never' },
  csvDownloadRecordsLimit: { unlessTold: 100_000, least: -1, most: 10_000_000, about: 'rows of a CSV; -1: no limit' },
  csvUploadRecordsLimit: { unlessTold: 1000, least: 1, most: 100_000, about: 'lines of a file of profiles' },
} as const;
export type TenantValue = keyof typeof tenantValues;
export type TenantConfig = Record<TenantValue, number>;

export const tenantDefaults: TenantConfig = {
  autoLogoutTimeoutMins: tenantValues.autoLogoutTimeoutMins.unlessTold,
  csvDownloadRecordsLimit: tenantValues.csvDownloadRecordsLimit.unlessTold,
  csvUploadRecordsLimit: tenantValues.csvUploadRecordsLimit.unlessTold,
};
export const tenantValueNames = Object.keys(tenantValues) as TenantValue[];
