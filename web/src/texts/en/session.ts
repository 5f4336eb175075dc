/** The end of a session and the changes kept of open forms, the connection, and a tab whose person has changed. */
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
  signedOutElsewhere: 'You signed out in another tab.',
  offline: {
    title: 'Network Error',
    text: 'You are no longer connected to the internet. A network connection is required to continue using the app.',
  },
  kept: {
    atSignIn: 'What you typed in “{{forms}}” is kept in this tab. To get it back, sign in again as the same person.',
    lostBySso: 'Single sign-on leaves this page. What you typed in “{{forms}}” will be lost.',
    goToSso: 'Continue to single sign-on',
    title: 'Your changes were kept',
    offer: 'You made them before your session ended. They are not saved yet.',
    noSecrets: 'Passwords were not kept.',
    restore: 'Restore',
    drop: 'Discard',
    elsewhere: 'What you typed in “{{forms}}” was kept when your session ended. Open the form again to restore it.',
  },
  otherPerson: {
    title: 'Another person signed in',
    text: 'Someone else signed in to this browser in another tab. What you were looking at is no longer shown here, and nothing was sent in their name.',
    action: 'Continue',
  },
};
