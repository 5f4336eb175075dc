import type { Locale } from '@keyward/contract/locales';
import { localeOf, showLanguage } from '#lib/i18n.ts';
import { forTab } from '#lib/storage.ts';

export const invitationTexts = ['common', 'session', 'invitationPage'] as const;

const key = 'invitationLocale';
/** Language that the recipient chose on this page, apart from the browser's choice for the portal. */
export const chosenLocale = (): Locale | null => localeOf(forTab.read(key));

export async function chooseLocale(locale: Locale): Promise<void> {
  forTab.write(key, locale);
  await showLanguage(locale, invitationTexts);
}
