import type { OrganizationTexts } from '@keyward/contract/texts/shape';

/** What the settings of the organization are called. */
export const organization = {
  names: {
    timeZone: 'Time zone',
    autoLogoutTimeoutMins: 'Minutes until sign-out',
    inactiveUserDays: 'Days until a profile is inactive',
    endInactiveAfterDays: 'Days without use until a profile ends',
    offlineOkmMinutes: 'Minutes until an OKM is offline',
    unsecuredLockHours: 'Hours of “Unsecured Locks”',
    unauthorizedAttemptsDays: 'Days of “Unauthorized Attempts”',
    csvDownloadRecordsLimit: 'Most rows of a CSV download',
    csvUploadRecordsLimit: 'Most lines of an uploaded CSV',
  },
} satisfies OrganizationTexts;
