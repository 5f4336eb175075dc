import type { KeypadReason } from '@keyward/contract/keypad-reasons';

/** The keypad of the demo’s simulated locks. */
export const keypad = {
  title: 'Keypad of a simulated lock',
  lead: 'Type what you would type at the lock: the 8-digit code of a OnePASS invitation, or a PIN.',
  location: 'Location',
  lock: 'Lock',
  withKeys: 'With OnePASS keys',
  others: 'Other locks',
  digits: 'Code or PIN',
  enter: 'Enter',
  clear: 'Clear',
  starting: 'The simulated locks are starting…',
  offline: 'This lock’s controller is offline now. It judges by what it holds, and reports later.',
  opened: 'The lock is open',
  openedOffline: 'Its controller is offline and reports this use later.',
  closed: 'The lock stays closed',
  usesLeft_one: '{{count, number}} use left',
  usesLeft_other: '{{count, number}} uses left',
  wait_one: 'It takes no entry for {{count, number}} second.',
  wait_other: 'It takes no entry for {{count, number}} seconds.',
  off: {
    title: 'There is no keypad here',
    text: 'It exists in demo mode while the simulation runs, and only in a browser on the same machine.',
  },
  reasons: {
    wrongCode: 'No code and no PIN for this lock is like this.',
    codeUsed: 'This code has been used. The phone shows the next one within a minute.',
    expired: 'The key has ended.',
    cancelled: 'The invitation was deactivated.',
    usedUp: 'The key has no uses left.',
    lost: 'This device is reported lost.',
    unknownDevice: 'The controller does not know this lock.',
    tooManyTries: 'There were too many wrong entries.',
    notAllowed: 'The PIN is right, but its person may not use this lock now.',
    boltBlocked: 'The bolt is blocked. The use was given back.',
  } satisfies Record<KeypadReason, string>,
};
