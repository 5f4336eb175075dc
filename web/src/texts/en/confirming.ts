import type { ConfirmAct } from '@keyward/contract/confirm-acts';

/** Confirming again before a sensitive act. */
export const confirming = {
  title: 'Confirm that it is you',
  /** The reason for asking, by act. */
  acts: {
    exportPins: 'PINs open doors. Before they are exported, confirm that you are still the person who signed in.',
    unlockDevice:
      'A lock opens at once, wherever you are. Before it does, confirm that you are still the person who signed in.',
    issueToken:
      'With a token, the names and PINs of all who may use this OKM can be read. Before it is issued, confirm that you are still the person who signed in.',
  } satisfies Record<ConfirmAct, string>,
  password: 'Your password',
  action: 'Confirm',
  usePasskey: 'Use passkey',
  passkeyFailed: 'The passkey was not confirmed. Try again.',
  none: 'You cannot confirm this here, because you have no password. Ask an administrator to send you a link to set one.',
  provider: {
    text: 'Sign in again where your organization signs you in. A new window opens, and this page stays as it is.',
    opened: 'Continue in the new window. This page continues automatically.',
    blocked: 'The browser blocked the new window. Allow pop-ups for this page, then try again.',
    action: 'Sign in again',
  },
  returned: { title: 'Confirmed', failed: 'Not confirmed', text: 'You can close this window.' },
};
