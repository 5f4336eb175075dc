import { defaultLocale, type Locale, locales } from '@keyward/contract/locales';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { texts as allTexts } from '#texts/en/all.ts';
import { storageKeys, stored } from './storage.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'texts';
    resources: { texts: typeof allTexts };
    enableSelector: false;
  }
}

type Module = { texts: Record<string, unknown> };
/** `start` holds what the sign-in pages say, `all` everything; only the chosen language is ever loaded. */
const modules = {
  start: import.meta.glob<Module>('../texts/*/start.ts'),
  all: import.meta.glob<Module>('../texts/*/all.ts'),
};
const fileOf = (locale: Locale, part: keyof typeof modules) => modules[part][`../texts/${locale}/${part}.ts`];
/** The languages this build has texts for, in the order of the contract. */
const offeredLocales: Locale[] = locales.filter((locale) => fileOf(locale, 'all') !== undefined);
const isOffered = (text: unknown): text is Locale => offeredLocales.some((locale) => locale === text);

/** The language this browser asks for: what was chosen on it, else its own; null when this build has none of them. */
export function browserLocale(): Locale | null {
  const kept = stored.read(storageKeys.locale);
  if (isOffered(kept)) return kept;
  for (const wish of navigator.languages) {
    const language = wish.split('-')[0];
    const match = offeredLocales.find((l) => l === wish) ?? offeredLocales.find((l) => l.split('-')[0] === language);
    if (match) return match;
  }
  return null;
}

/** The Locale setting's value as a language of this build; null for anything else. */
export const localeOf = (value: unknown): Locale | null => (isOffered(value) ? value : null);

/** Loads the texts and shows them; the page's `lang` follows. `keep` remembers the choice on this browser. */
export async function showLanguage(locale: Locale, part: keyof typeof modules, keep = false): Promise<void> {
  const load = fileOf(locale, part) ?? fileOf(defaultLocale, part);
  const { texts } = load ? await load() : { texts: {} };
  if (!i18next.isInitialized) {
    await i18next.use(initReactI18next).init({
      lng: locale,
      ns: 'texts',
      defaultNS: 'texts',
      fallbackLng: false,
      resources: {},
      interpolation: { escapeValue: false },
      react: { useSuspense: false, bindI18nStore: 'added' },
    });
  }
  i18next.addResourceBundle(locale, 'texts', texts, true, true);
  await i18next.changeLanguage(locale);
  document.documentElement.lang = locale;
  if (keep) stored.write(storageKeys.locale, locale);
}

/** The language on screen. */
export const currentLocale = (): Locale => localeOf(i18next.language) ?? defaultLocale;
