import { defaultLocale, type Locale, locales } from '@keyward/contract/locales';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { texts as allTexts } from '#texts/en/all.ts';
import type { texts as moreTexts } from '#texts/en/more.ts';
import { storageKeys, stored } from './storage.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'texts';
    resources: { texts: typeof allTexts & typeof moreTexts };
    enableSelector: false;
  }
}

type Module = { texts: Record<string, unknown> };
/**
 * `start` holds what the sign-in pages say, `all` that and the portal, `more` what comes with parts that load when they
 * are needed; only the chosen language is ever loaded.
 */
const modules = {
  start: import.meta.glob<Module>('../texts/*/start.ts'),
  all: import.meta.glob<Module>('../texts/*/all.ts'),
  more: import.meta.glob<Module>('../texts/*/more.ts'),
};
type Part = keyof typeof modules;
const fileOf = (locale: Locale, part: Part) => modules[part][`../texts/${locale}/${part}.ts`];
async function textsOf(locale: Locale, part: Part): Promise<Module['texts']> {
  const load = fileOf(locale, part) ?? fileOf(defaultLocale, part);
  return load ? (await load()).texts : {};
}
/** The languages this build has texts for, in the order of the contract. */
export const offeredLocales: Locale[] = locales.filter((locale) => fileOf(locale, 'all') !== undefined);
const isOffered = (text: unknown): text is Locale => offeredLocales.some((locale) => locale === text);

/** The language this browser asks for: what was chosen on it, else its own; null when this build has none of them. */
export function browserLocale(): Locale | null {
  const kept = stored.read(storageKeys.locale);
  if (isOffered(kept)) return kept;
  for (const wish of navigator.languages) {
    const language = wish.split('-')[0];
    // the first of a language is its standard form: a browser that says 'ja' does not ask for the plain one
    const match = offeredLocales.find((l) => l.split('-')[0] === language);
    if (match) return match;
  }
  return null;
}

/** The Locale setting's value as a language of this build; null for anything else. */
export const localeOf = (value: unknown): Locale | null => (isOffered(value) ? value : null);

let more = false;
/** Adds the texts of `more`, now and with every language that is shown from now on. */
export async function addMoreTexts(): Promise<void> {
  more = true;
  const locale = currentLocale();
  i18next.addResourceBundle(locale, 'texts', await textsOf(locale, 'more'), true, true);
}

/** Loads the texts and shows them; the page's `lang` follows. `keep` remembers the choice on this browser. */
export async function showLanguage(locale: Locale, part: Part, keep = false): Promise<void> {
  const parts = await Promise.all([textsOf(locale, part), more ? textsOf(locale, 'more') : {}]);
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
  for (const texts of parts) i18next.addResourceBundle(locale, 'texts', texts, true, true);
  await i18next.changeLanguage(locale);
  document.documentElement.lang = locale;
  if (keep) stored.write(storageKeys.locale, locale);
}

/** The language on screen. */
export const currentLocale = (): Locale => localeOf(i18next.language) ?? defaultLocale;
