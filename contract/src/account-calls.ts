// The calls of a profile about itself, and of those without a session.
import type { Calls } from './endpoint.ts';
import type { apps as appsEndpoints } from './apps.ts';
import type { auth as authEndpoints, signIn as signInEndpoints } from './auth.ts';
import type { confirm as confirmEndpoints } from './confirm.ts';
import type { invitationPage as invitationPageEndpoints } from './invitation-page.ts';
import type { keypad as keypadEndpoints } from './keypad.ts';
import type { passkeySignIn as passkeySignInEndpoints } from './passkey-sign-in.ts';
import type { passkeys as passkeysEndpoints } from './passkeys.ts';
import type { passwords as passwordsEndpoints } from './password.ts';
import type { secondFactor as secondFactorEndpoints } from './second-factor.ts';
import type { settings as settingsEndpoints } from './settings.ts';

export const auth: Calls<typeof authEndpoints> = {
  sessionCheck: { method: 'GET', path: '/api/v1/session-check', needs: 'public' },
  login: { method: 'POST', path: '/api/v1/login', needs: 'public' },
  logout: { method: 'POST', path: '/api/v1/logout', needs: 'session' },
  me: { method: 'GET', path: '/api/v1/me', needs: 'session' },
  loginSso: { method: 'GET', path: '/api/v1/login/sso', needs: 'public' },
  page: { method: 'GET', path: '/api/v1/sign-in', needs: 'public' },
  demoAccounts: { method: 'GET', path: '/api/v1/demo-accounts', needs: 'public' },
};

export const signIn: Calls<typeof signInEndpoints> = {
  token: { method: 'POST', path: '/api/v1/login/token', needs: 'public' },
  sso: { method: 'POST', path: '/api/v1/login/sso', needs: 'public' },
  startSsoInternal: { method: 'GET', path: '/api/v1/login/sso-internal/:provider', needs: 'public' },
  ssoInternal: { method: 'POST', path: '/api/v1/login/sso-internal/:provider', needs: 'public' },
};

export const secondFactor: Calls<typeof secondFactorEndpoints> = {
  options: { method: 'POST', path: '/api/v1/login/passkey/options', needs: 'public' },
  passkey: { method: 'POST', path: '/api/v1/login/passkey', needs: 'public' },
  recoveryCode: { method: 'POST', path: '/api/v1/login/recovery-code', needs: 'public' },
};

export const passkeySignIn: Calls<typeof passkeySignInEndpoints> = {
  options: { method: 'POST', path: '/api/v1/login/passkey-alone/options', needs: 'public' },
  signIn: { method: 'POST', path: '/api/v1/login/passkey-alone', needs: 'public' },
};

export const passwords: Calls<typeof passwordsEndpoints> = {
  sendReset: { method: 'POST', path: '/api/v1/users/send-reset', needs: 'public' },
  verifyToken: { method: 'POST', path: '/api/v1/users/verify-token', needs: 'public' },
  set: { method: 'POST', path: '/api/v1/users/set-password', needs: 'public' },
  changeOwn: { method: 'POST', path: '/api/v1/me/password', needs: 'session' },
};

export const apps: Calls<typeof appsEndpoints> = {
  links: { method: 'GET', path: '/api/v1/apps', needs: 'public' },
};

export const passkeys: Calls<typeof passkeysEndpoints> = {
  list: { method: 'GET', path: '/api/v1/me/passkeys', needs: 'session' },
  options: { method: 'POST', path: '/api/v1/me/passkeys/options', needs: 'session' },
  add: { method: 'POST', path: '/api/v1/me/passkeys', needs: 'session' },
  rename: { method: 'PATCH', path: '/api/v1/me/passkeys/:id', needs: 'session' },
  remove: { method: 'POST', path: '/api/v1/me/passkeys/:id/remove', needs: 'session' },
  newRecoveryCodes: { method: 'POST', path: '/api/v1/me/recovery-codes', needs: 'session' },
};

export const confirm: Calls<typeof confirmEndpoints> = {
  ways: { method: 'GET', path: '/api/v1/confirm', needs: 'session' },
  password: { method: 'POST', path: '/api/v1/confirm', needs: 'session' },
  passkeyOptions: { method: 'POST', path: '/api/v1/confirm/passkey/options', needs: 'session' },
  passkey: { method: 'POST', path: '/api/v1/confirm/passkey', needs: 'session' },
  startProvider: { method: 'POST', path: '/api/v1/confirm/provider/start', needs: 'session' },
  provider: { method: 'POST', path: '/api/v1/confirm/provider', needs: 'session' },
};

export const settings: Calls<typeof settingsEndpoints> = {
  defaults: { method: 'GET', path: '/api/v1/settings/defaults', needs: 'session' },
  mine: { method: 'GET', path: '/api/v1/me/settings', needs: 'session' },
  tenantConfig: { method: 'GET', path: '/api/v1/tenants/config/:name', needs: 'session' },
  create: { method: 'POST', path: '/api/v1/me/settings', needs: 'session' },
  update: { method: 'PATCH', path: '/api/v1/me/settings/:id', needs: 'session' },
  sessions: { method: 'GET', path: '/api/v1/me/sessions', needs: 'session' },
  endSession: { method: 'DELETE', path: '/api/v1/me/sessions/:id', needs: 'session' },
};

export const invitationPage: Calls<typeof invitationPageEndpoints> = {
  open: { method: 'POST', path: '/api/v1/secure-key-invites/open', needs: 'public' },
  logo: { method: 'POST', path: '/api/v1/secure-key-invites/logo', needs: 'public' },
  accept: { method: 'POST', path: '/api/v1/secure-key-invites/accept', needs: 'public' },
  code: { method: 'POST', path: '/api/v1/secure-key-invites/code', needs: 'public' },
  askForCode: { method: 'POST', path: '/api/v1/secure-key-invites/other-browser', needs: 'public' },
  moveHere: { method: 'POST', path: '/api/v1/secure-key-invites/other-browser/confirm', needs: 'public' },
};

export const keypad: Calls<typeof keypadEndpoints> = {
  locks: { method: 'GET', path: '/api/v1/demo/locks', needs: 'public' },
  enter: { method: 'POST', path: '/api/v1/demo/locks/:serial/entries', needs: 'public' },
};
