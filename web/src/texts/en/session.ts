/** Settings, the session's end and the connection. */
export const settings = {
  title: 'Settings',
  preferences: 'Preferences',
  language: 'Language',
  timeZone: 'Time zone',
  timeZoneHint: 'Times in lists and details are shown in this zone.',
  noTimeZone: 'No time zone has this name.',
  appearance: 'Appearance',
  schemes: { light: 'Light', dark: 'Dark', auto: 'System' },
  saved: 'Your settings have been saved.',
  errorTitle: 'Error',
  failedToSave: 'Failed to save setting',
  sessions: 'Sessions',
  sessionsHint: 'Where you are signed in. End what you do not recognise, then change your password.',
  current: 'This session',
  lastActive: 'Active {{when}}',
  signedInAt: 'Signed in {{when}}',
  browserOn: '{{browser}} on {{system}}',
  unknownBrowser: 'Unknown browser',
  endSession: 'End',
  endSessionOf: 'End the session {{device}}, {{address}}',
  sessionEnded: 'The session has ended.',
  sessionsFailed: 'Your sessions could not be loaded.',
};

export const session = {
  warningTitle: 'Are you still there?',
  warningText: 'You will be signed out in',
  countdown: '{{minutes}} and {{seconds}}',
  minutes_one: '{{count}} minute',
  minutes_other: '{{count}} minutes',
  seconds_one: '{{count}} second',
  seconds_other: '{{count}} seconds',
  returnToPortal: 'Return to portal',
  autoLogoutMessage: 'You have been signed out because you were inactive.',
};

export const offline = {
  title: 'Network Error',
  text: 'You are no longer connected to the internet. A network connection is required to continue using the app.',
};
