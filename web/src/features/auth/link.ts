import { signIn } from '@keyward/contract/account-calls';
import { defaultLocale } from '@keyward/contract/locales';
import { paths } from '@keyward/contract/paths';
import { call } from '#lib/call.ts';
import { entryState } from '#lib/entry.ts';
import { errorWords } from '#lib/errors.ts';
import { browserLocale, openTexts, showLanguage } from '#lib/i18n.ts';
import { carried } from '#lib/storage.ts';

/** Redeems the one-time link of /username?token=…: true, with /dashboard as the address, when it signed in. */
export async function signInByLink(token: string): Promise<boolean> {
  // removes the token from the address bar and the history, whatever the outcome
  history.replaceState(entryState(0), '', paths.username());
  try {
    await call(signIn.token, { body: { token } });
  } catch (error) {
    // the sign-in page shows the error, in the browser's language
    await showLanguage(browserLocale() ?? defaultLocale, openTexts);
    carried.put(errorWords(error));
    return false;
  }
  history.replaceState(entryState(0), '', paths.dashboard());
  return true;
}
