import { invitationPage } from '@keyward/contract/account-calls';
import { defaultLocale } from '@keyward/contract/locales';
import type { ReactNode } from 'react';
import { call } from '#lib/call.ts';
import { browserLocale, showLanguage } from '#lib/i18n.ts';
import { Invitation } from './Invitation.tsx';
import { chosenLocale, invitationTexts } from './language.ts';
import { takeWhich } from './which.ts';

/** Prepares the page at the current address, in the browser's language until that of the invitation is known. */
export async function prepareInvitation(): Promise<ReactNode> {
  const first = takeWhich();
  const opening = call(invitationPage.open, { body: first });
  // the page shows the error
  opening.catch(() => undefined);
  await showLanguage(chosenLocale() ?? browserLocale() ?? defaultLocale, invitationTexts);
  return <Invitation first={first} opening={opening} />;
}
