import { defaultLocale } from '@keyward/contract/locales';
import { paths } from '@keyward/contract/paths';
import type { ReactNode } from 'react';
import { browserLocale, openTexts, showLanguage } from '#lib/i18n.ts';

const at = (path: string, below = '') => new RegExp(`^${path}${below}/?$`);

/** The pages that need no session, beside sign-in and /build; each comes with what it shows alone. */
const pages: [RegExp, (enter: () => Promise<void>) => Promise<ReactNode>][] = [
  [at(paths.forgotPassword()), async () => (await import('./ForgotPassword.tsx')).forgotPasswordPage()],
  [at(paths.setPassword()), async () => (await import('./SetPassword.tsx')).setPasswordPage()],
  [at(paths.sso(), '(/[a-z][a-z0-9-]*)?'), async (enter) => (await import('./sso.tsx')).ssoPage(enter)],
  [at(paths.apps(), '(/.*)?'), async () => (await import('./AppRedirect.tsx')).appRedirectPage()],
];

/** Prepares the page at the present address. `enter` shows what is at the address then. */
export async function prepareOpen(enter: () => Promise<void>): Promise<ReactNode> {
  await showLanguage(browserLocale() ?? defaultLocale, openTexts);
  const found = pages.find(([path]) => path.test(location.pathname));
  if (found) return found[1](enter);
  // /set-password/elsewhere and the like: any other path goes to /
  location.replace('/');
  return null;
}
