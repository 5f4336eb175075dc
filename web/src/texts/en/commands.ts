import type { CommandReason, CommandState, UnlockObstacle } from '@keyward/contract/command-states';

/** Remote unlock: sending it, and its outcome. */
export const commands = {
  title: 'Remote unlock',
  unlock: 'Unlock now',
  loading: 'Loading the commands…',
  failed: 'The commands could not be loaded.',
  cancel: 'Cancel',
  cancelled: 'The command has been cancelled.',
  cancelFailed: 'Not cancelled',
  sendFailed: 'Not sent',
  description_one: 'The controller has {{count, number}} second to carry it out. You confirm first that it is you.',
  description_other: 'The controller has {{count, number}} seconds to carry it out. You confirm first that it is you.',
  states: {
    saved: 'Waiting for the controller',
    handedOut: 'With the controller',
    done: 'Unlocked',
    refused: 'Refused by the controller',
    unknown: 'Not known',
    cancelled: 'Cancelled',
  } satisfies Record<CommandState, string>,
  steps: {
    saved: 'Sent by {{name}}',
    handedOut: 'Fetched by the controller',
  },
  reasons: {
    notFetched: 'the controller did not fetch it in time, so the lock stayed closed',
    notConfirmed: 'the controller fetched it, but did not say what came of it',
    byPerson: 'by {{name}}',
    rightWithdrawn: 'the sender may no longer unlock this device',
    organizationSuspended: 'the organization was suspended',
  } satisfies Record<CommandReason, string>,
  obstacles: {
    permission: 'You need the right to edit devices.',
    location: 'This device is outside your locations.',
    switchedOff: 'Remote unlock is switched off for this organization. An administrator can switch it on in Settings.',
    kind: 'A key cannot be unlocked.',
    noController: 'This device reports through no controller.',
    groups: 'Your profile lacks an access group of this device.',
    waiting: 'A command is under way.',
  } satisfies Record<UnlockObstacle, string>,
};
