import { endpoints } from '@keyward/contract/endpoints';
import { plannedImports } from './imports.ts';

/** Calls without effect of their own, and the one that needs an identity provider (modules/sso/sso.test.ts). */
export const callsTestedElsewhere = [
  ...plannedImports,
  'passwords.sendReset',
  'passwords.verifyToken',
  'signIn.ssoInternal',
  'signIn.sso',
  'passkeys.options',
  // modules/auth/confirm.test.ts
  ...Object.keys(endpoints).filter((name) => name.startsWith('confirm.') && name !== 'confirm.ways'),
  'secondFactor.options',
  'pins.export', // modules/profiles/pin-export.test.ts
  'roles.impact',
  'devices.losses',
];
