import type { MailTexts } from './texts.ts';

export const en: MailTexts = {
  greeting: 'Hello {name},',
  greetingWithoutName: 'Hello,',
  linkHelp: 'If the button does not work, copy this address into your browser:',
  footer: 'This message was sent automatically by the {customer} portal. Please do not reply to it.',
  settingValues: { on: 'On', off: 'Off', unlimited: 'No limit' },
  settingChange: '“{name}”: {before} → {after}',
  settingChangeSeparator: '; ',
  resetPassword: {
    subject: 'Reset your {customer} password',
    heading: 'Reset your password',
    body: ['We were asked to reset the password of your profile {username}. Choose a new one here:'],
    button: 'Choose a new password',
    notes: [
      'The link works once and for 60 minutes.',
      'If you did not ask for this, you need not do anything: your password stays as it is.',
    ],
  },
  firstPassword: {
    subject: 'Welcome to the {customer} portal',
    heading: 'Set your password',
    body: ['A profile was created for you. Your profile ID is {username}. Set a password to sign in:'],
    button: 'Set my password',
    notes: [
      'The link works once and for {left}. After that, choose “Forgot password?” on the sign-in page at {address}.',
    ],
  },
  passwordChanged: {
    subject: 'Your {customer} password was changed',
    heading: 'Your password was changed',
    body: [
      'The password of your profile {username} has just been changed, and all your other sessions were ended.',
      'If it was you, there is nothing to do.',
    ],
    notes: [
      'If it was not you, tell your administrator at once, and reset your password at {address}/forgot-password.',
    ],
  },
  passkeyAdded: {
    subject: 'A passkey was added to your {customer} profile',
    heading: 'A passkey was added',
    body: [
      'The passkey “{passkey}” has just been added to your profile {username}. From now on, signing in asks for it after the password.',
      'If it was you, there is nothing to do.',
    ],
    notes: [
      'If it was not you, reset your password at {address}/forgot-password at once, and tell your administrator.',
    ],
  },
  passkeyAloneAdded: {
    subject: 'A passkey was added to your {customer} profile',
    heading: 'A passkey was added',
    body: [
      'The passkey “{passkey}” has just been added to your profile {username}. From now on, it signs you in without your password.',
      'If it was you, there is nothing to do.',
    ],
    notes: [
      'If it was not you, remove it at once: sign in and open Settings > Passkeys. Then reset your password at {address}/forgot-password, and tell your administrator.',
    ],
  },
  passkeyRemoved: {
    subject: 'A passkey was removed from your {customer} profile',
    heading: 'A passkey was removed',
    body: [
      'The passkey “{passkey}” has just been removed from your profile {username}. It no longer works for signing in.',
      'If it was you, there is nothing to do.',
    ],
    notes: [
      'If it was not you, reset your password at {address}/forgot-password at once, and tell your administrator.',
    ],
  },
  pinShown: {
    subject: 'Your {customer} PIN was shown',
    heading: 'Your PIN was shown',
    body: ['{by} has just been shown the PIN of your profile {username}.', 'If you know why, there is nothing to do.'],
    notes: ['If not, ask your administrator what happened, and for a new PIN.'],
  },
  pinReset: {
    subject: 'Your {customer} PIN was reset',
    heading: 'Your PIN was reset',
    body: [
      '{by} has just given your profile {username} a new PIN and has seen it. The former PIN no longer works as soon as the OKMs have received the change.',
      'If you asked for it, there is nothing to do.',
    ],
    notes: ['If not, ask your administrator what happened, and for a new PIN.'],
  },
  pinExported: {
    subject: 'Your {customer} PIN was exported',
    heading: 'Your PIN was exported',
    body: [
      '{by} has just downloaded a file that contains the PIN of your profile {username}.',
      'If you know why, there is nothing to do.',
    ],
    notes: ['If not, ask your administrator what happened, and for a new PIN.'],
  },
  pinDigest: {
    subject: 'Your {customer} PIN was shown',
    heading: 'Your PIN was shown',
    body: [
      'The PIN of your profile {username} was recently shown, reset or exported. Number of times: {times}. By: {by}.',
      'If you know why, there is nothing to do.',
    ],
    notes: ['If not, ask your administrator what happened, and for a new PIN.'],
  },
  protectionWeakened: {
    subject: 'A setting of {customer} protects less',
    heading: 'A setting protects less than before',
    body: ['{by} has changed settings of {customer}: {changes}'],
    notes: [
      'You receive this because you may edit roles. If the change is not intended, tell your administrator at once. The portal: {address}',
    ],
  },
  tokenIssued: {
    subject: 'A controller token of {customer} was issued',
    heading: 'A controller token was issued',
    body: [
      '{by} has issued a token for the OKM “{device}” of {customer}, on {time}.',
      'With the token, the names of all people who may use this OKM can be read, and their PINs worked out.',
    ],
    notes: [
      'You receive this because you may edit roles. If the token is not intended, revoke it at once in the drawer of the OKM: {address}{path}',
    ],
  },
  lines: {
    ending: '{name} ({username}): {time}',
    unused: '{name} ({username}): {time}, because the profile has not been used for {days} days',
    more: 'and {count} more',
  },
  accessEnding: {
    subject: '{customer}: access ends within a week',
    heading: 'Access ends within a week',
    body: [
      'The access of these people ends soon. To extend it, change “Valid until” in their profile at {address}/users.',
    ],
    list: true,
    notes: ['You get this message because you may edit these profiles. Each end is announced once.'],
  },
  unusedAccess: {
    subject: 'Your {customer} access will end',
    heading: 'Your access will end',
    body: [
      'Your profile {username} has not been used for a long time. Your access ends on {time}.',
      'To keep it, sign in at {address} or use an OKM before then.',
    ],
    notes: [],
  },
  keys: { opens: '{device}: until {time}, uses: {left}', ending: '{device}: until {time}, uses left: {left}' },
  invitation: {
    subject: '{by} of {customer} invites you to use a OnePASS key',
    heading: 'You are invited to use a OnePASS key',
    body: ['{by} of {customer} gives you temporary access. It opens:'],
    list: true,
    quote: 'Instructions from {by}:',
    button: 'Open the invitation',
    links: {
      text: 'To use it in the OnePASS app, install the app:',
      items: [
        { name: 'iPhone', to: 'ios' },
        { name: 'Android', to: 'android' },
      ],
    },
    notes: [
      'The link is for you alone. The browser that accepts the invitation first keeps it.',
      'If you do not know {by}, you need not do anything.',
    ],
  },
  invitationEnding: {
    subject: '{customer}: unused access of {email} ends within a day',
    heading: 'Keys of an invitation end soon',
    body: ['The invitation that you sent to {email} has uses that were not made yet. These keys end soon:'],
    list: true,
    notes: [
      'If more time is needed, create a key and an invitation at {address}/onepass. This notice comes once for each key.',
    ],
  },
  browserCode: {
    subject: 'Your code for {customer}',
    heading: 'Your code',
    body: [
      'Someone opened your OnePASS invitation from {customer} in another browser. To continue there, enter this code:',
      '{code}',
    ],
    notes: [
      'The code works once, for {left}. The browser that accepted the invitation before then shows no codes any more.',
      'If this was not you, ignore this mail and do not pass the code on.',
    ],
  },
  reminder: { key: 'Key: {name}', location: 'Location: {name}', since: 'Checked out: {time}', due: 'Due: {time}' },
  keyReminder: {
    subject: 'Please return the key {key}',
    heading: 'Please return the key',
    body: ['{by} asks you to return this key of {customer}:'],
    list: true,
    notes: ['The key is shown as checked out by you. If you do not have it, tell {by} or your administrator at once.'],
  },
  reports: {
    rows: 'Rows: {count}. As of {time}.',
    figures: 'As of {time}.',
    attached: 'The rows are in the attached file.',
    tooMany: 'The rows are too many for a mail. The list in the portal has all of them.',
    openList: 'Open the list',
    openDashboard: 'Open the dashboard',
  },
  report: {
    subject: '{customer}: {title}',
    heading: '{title}',
    body: ['{words}'],
    table: true,
    list: true,
    notes: [
      'You receive this report because you asked for it. Change, pause or delete it in the portal, in Inbox > Reports: {address}',
    ],
  },
  inbox: {
    subject: '{customer}: {title}',
    heading: '{title}',
    body: [],
    list: true,
    notes: [
      'You receive this because of a watch of yours, or because an administrator named you. Everything that you were sent is in the inbox of the portal: {address}',
    ],
  },
};
