import { auth } from '@keyward/contract/auth';
import { defaultLocale } from '@keyward/contract/locales';
import type { ReactNode } from 'react';
import { call } from '#lib/call.ts';
import { browserLocale, showLanguage } from '#lib/i18n.ts';
import { carried } from '#lib/storage.ts';
import { SignIn } from './SignIn.tsx';

/**
 * Prepares the sign-in page, or gives null when somebody is signed in already: then the portal opens at the present
 * address, or at `/` when that is a sign-in address. `enter` loads the portal.
 */
export async function prepareSignIn(enter: () => Promise<void>): Promise<ReactNode | null> {
  const [checked] = await Promise.all([
    // a server that does not answer is met again, with words, when the form is sent
    call(auth.sessionCheck).catch(() => ({ isAuthenticated: false })),
    showLanguage(browserLocale() ?? defaultLocale, 'start'),
  ]);
  const atSignIn = ['/username', '/password'].includes(location.pathname);
  if (checked.isAuthenticated) {
    if (atSignIn) history.replaceState(null, '', '/');
    return null;
  }
  if (location.pathname !== '/username') history.replaceState(null, '', '/username');
  return <SignIn message={carried.take()} enter={enter} />;
}
