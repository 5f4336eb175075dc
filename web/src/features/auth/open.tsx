import { defaultLocale } from '@keyward/contract/locales';
import { paths } from '@keyward/contract/paths';
import type { ReactNode } from 'react';
import { browserLocale, openTexts, showLanguage } from '#lib/i18n.ts';
import { loadOrganization } from './organization.ts';

const at = (path: string, below = '') => new RegExp(`^${path}${below}/?$`);

/** The pages that need no session, besides sign-in and /build; each loads its own code. */
const pages: [RegExp, (enter: () => Promise<void>) => Promise<ReactNode>][] = [
  [at(paths.forgotPassword()), async () => (await import('./ForgotPassword.tsx')).forgotPasswordPage()],
  [at(paths.setPassword()), async () => (await import('./SetPassword.tsx')).setPasswordPage()],
  [at(paths.sso(), '(/[a-z][a-z0-9-]*)?'), async (enter) => (await import('./sso.tsx')).ssoPage(enter)],
  [at(paths.apps(), '(/.*)?'), async () => (await import('./AppRedirect.tsx')).appRedirectPage()],
];

/** Prepares the page at the current address. `enter` shows the page at the address at the time of the call. */
export async function prepareOpen(enter: () => Promise<void>): Promise<ReactNode> {
  // not awaited: these pages open even if the server does not answer
  void loadOrganization();
  await showLanguage(browserLocale() ?? defaultLocale, openTexts);
  const found = pages.find(([path]) => path.test(location.pathname));
  if (found) return found[1](enter);
  // any other path, such as /set-password/elsewhere, redirects to /
  location.replace(paths.home());
  return null;
}
