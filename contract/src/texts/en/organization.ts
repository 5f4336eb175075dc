import type { OrganizationTexts } from '@keyward/contract/texts/shape';

/** Names and hints of the organization's settings. */
export const organization = {
  names: {
    timeZone: 'Time zone',
    opensAt: 'Opening time',
    closesAt: 'Closing time',
    autoLogoutTimeoutMins: 'Minutes until sign-out',
    passkeyAlone: 'Sign in with a passkey alone',
    inactiveUserDays: 'Days until a profile is inactive',
    endInactiveAfterDays: 'Days without use until a profile ends',
    ledgerNotices: 'Mail to people whose PIN someone else has seen',
    offlineOkmMinutes: 'Minutes until an OKM is offline',
    offlineHours: 'Hours that OKMs work offline',
    keyDueSoonMinutes: 'Minutes before a key is due',
    closingDelayMinutes: 'Minutes from closing to the closing check',
    closingAlertTo: 'Closing check: mail to',
    closingEscalateTo: 'Closing check: escalate to',
    closingEscalationMinutes: 'Minutes until escalation',
    unsecuredLockHours: 'Hours of “Unsecured Locks”',
    remoteUnlock: 'Unlock devices remotely',
    remoteUnlockSeconds: 'Seconds for a remote unlock',
    unauthorizedAttemptsDays: 'Days of “Unauthorized Attempts”',
    multipleOnekeyDays: 'Days of “Multiple OneKeys”',
    mailedReportFiles: 'Files of scheduled reports in mails',
    csvDownloadRecordsLimit: 'Most rows of a CSV download',
    csvUploadRecordsLimit: 'Most lines of an uploaded CSV',
  },
  hints: {
    timeZone: 'For locations without a zone of their own, and for mails and reports.',
    opensAt: 'Every day, for locations without opening hours of their own.',
    closesAt:
      'Every day, for locations without opening hours of their own. If it is not later than the opening time, it means the next day.',
    autoLogoutTimeoutMins: 'People are signed out after so long without activity. 0: never.',
    inactiveUserDays: 'After so many days without use, a profile appears in “Inactive Users”.',
    endInactiveAfterDays:
      'After so many days without use, a profile ends; a mail announces it a week before. Empty: never.',
    ledgerNotices: 'A person gets a mail when someone else was shown, reset or exported their PIN.',
    offlineOkmMinutes: 'An OKM that has not reported for longer counts as offline.',
    offlineHours: 'Without a connection, an OKM accepts PINs and OnePASS keys for this long.',
    keyDueSoonMinutes: 'Keys that are out are shown as due soon from so many minutes before their curfew.',
    closingDelayMinutes: 'The closing check looks at keys, locks and OKMs so many minutes after a location closes.',
    closingAlertTo:
      'Profile IDs, separated by commas. They are mailed when a location is not in order, each about the locations that they see.',
    closingEscalateTo:
      'Profile IDs, separated by commas. They are mailed if the location is still not in order when the escalation time is over.',
    closingEscalationMinutes: 'Counted from the closing check.',
    unsecuredLockHours: 'The view shows locks that were reported unsecured within this time.',
    remoteUnlock: 'People who may edit a device can unlock it from the portal, after confirming that it is them.',
    remoteUnlockSeconds: 'A command that the controller has not carried out by then is dropped.',
    unauthorizedAttemptsDays: 'The view shows the attempts of so many days.',
    multipleOnekeyDays: 'The card counts people who hold several keys that they checked out within so many days.',
    mailedReportFiles:
      'Scheduled reports of lists are attached to their mails as CSV files, up to 5 MB. Off: the mails contain only a link, which requires signing in.',
  },
} satisfies OrganizationTexts;
