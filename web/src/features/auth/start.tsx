import { auth } from '@keyward/contract/account-calls';
import { defaultLocale } from '@keyward/contract/locales';
import { paths } from '@keyward/contract/paths';
import type { ReactNode } from 'react';
import { call } from '#lib/call.ts';
import { entryState } from '#lib/entry.ts';
import { browserLocale, openTexts, showLanguage } from '#lib/i18n.ts';
import { carried, place, storageKeys, stored } from '#lib/storage.ts';
import { loadOrganization } from './organization.ts';
import { SignIn } from './SignIn.tsx';
import { carriedName } from './useStep.ts';

/**
 * Prepares the sign-in page. Returns null when already signed in: the portal then opens at the current address, or at
 * `/` when that is a sign-in address. `enter` loads the portal.
 */
export async function prepareSignIn(enter: () => Promise<void>): Promise<ReactNode | null> {
  const link = location.pathname === paths.username() && new URLSearchParams(location.search).get('token');
  if (link) {
    const { signInByLink } = await import('./link.ts');
    if (await signInByLink(link)) return null;
  }
  const [checked] = await Promise.all([
    // if the server does not answer, submitting the form shows the error
    call(auth.sessionCheck).catch(() => undefined),
    showLanguage(browserLocale() ?? defaultLocale, openTexts),
    loadOrganization(),
  ]);
  const atSignIn = [paths.username(), paths.password()].includes(location.pathname);
  const message = carried.take();
  const left = message !== null && stored.read(storageKeys.session) === null;
  // the session ended while the portal was closed: its stored data must not reach the next person
  if (checked?.isAuthenticated === false && stored.read(storageKeys.session) !== null) stored.clear();
  if (checked?.isAuthenticated && !left) {
    if (atSignIn) history.replaceState(entryState(0), '', paths.home());
    return null;
  }
  // repeats a sign-out that did not reach the server
  if (checked?.isAuthenticated) void call(auth.logout).catch(() => undefined);
  if (!atSignIn) place.open();
  // a reload stays at the second step, which requires the profile ID
  if (location.pathname !== paths.password() || !carriedName())
    history.replaceState(entryState(0), '', paths.username());
  return <SignIn message={message} enter={enter} />;
}
