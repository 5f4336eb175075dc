import { defaultLocale, type Locale, locales } from '@keyward/contract/locales';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Namespace, Namespaces } from '#texts/namespaces.ts';
import { pickedLanguage, storageKeys, stored } from './storage.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    // a key is `namespace.key`: one tree for the compiler
    defaultNS: 'texts';
    resources: { texts: Namespaces };
    enableSelector: false;
  }
}

/** Texts of the pages that need no session, also shown after the connection or the session is lost. */
export const openTexts = ['common', 'auth', 'session', 'form'] as const satisfies Namespace[];
/** The initial texts of the portal; any other part names those that it adds. */
export const portalTexts = [...openTexts, 'shell', 'permissions', 'list'] as const satisfies Namespace[];

type Module = Record<string, Record<string, unknown>>;
const modules = import.meta.glob<Module>([
  '../texts/*/*.ts',
  '!../texts/names/*.ts',
  '../../../contract/src/texts/*/{errors,form,inbox,organization,permissions}.ts',
]);
/** The loader of each text file, by `locale/namespace`. */
const files = new Map(
  Object.entries(modules).map(([path, load]) => [path.replace(/^.*\/texts\/|\.ts$/g, ''), load] as const),
);
const namespaces = [...files.keys()].flatMap((file) => /^en\/(.+)/.exec(file)?.[1] ?? []);
/** The languages this build has texts for, in the contract's order. */
export const offeredLocales: Locale[] = locales.filter((locale) => files.has(`${locale}/common`));
const isOffered = (text: unknown): text is Locale => offeredLocales.some((locale) => locale === text);

/** The value of the Locale setting as a language of this build; null for anything else. */
export const localeOf = (value: unknown): Locale | null => (isOffered(value) ? value : null);

/** The language that the portal showed last on this browser, to start in it; null without one. */
const lastLocale = (): Locale | null => localeOf(stored.read(storageKeys.locale));

/**
 * The language picked on the sign-in pages of this browser, else the one that the portal showed last, else the browser's
 * own; null when this build has none of them.
 */
export function browserLocale(): Locale | null {
  const kept = localeOf(pickedLanguage.read()) ?? lastLocale();
  if (kept) return kept;
  for (const wish of navigator.languages) {
    const language = wish.split('-')[0];
    // the first locale of a language is its standard form: a browser that sends 'ja' does not ask for the plain one
    const match = offeredLocales.find((l) => l.split('-')[0] === language);
    if (match) return match;
  }
  return null;
}

/** The language to start in: the one shown last, which is the profile's, so that no second one is loaded. */
export const startLocale = (): Locale => lastLocale() ?? browserLocale() ?? defaultLocale;

/** The namespaces in use, which every language shown later loads as well. */
const inUse = new Set<Namespace>();

async function loadOne(locale: Locale, namespace: Namespace): Promise<void> {
  const [module, names] = await Promise.all([
    files.get(`${locale}/${namespace}`)?.(),
    // pages without a session name no list
    openTexts.some((open) => open === namespace) ? undefined : import('#texts/names.ts'),
  ]);
  const texts = module?.[namespace] ?? {};
  i18next.addResourceBundle(locale, namespace, names?.withNames(texts, namespace, locale) ?? texts);
}

/** Loads the namespaces in use, including those added while it loads. */
async function loadAll(locale: Locale): Promise<void> {
  const missing = () => [...inUse].filter((namespace) => !i18next.hasResourceBundle(locale, namespace));
  for (let next = missing(); next.length > 0; next = missing()) {
    // oxlint-disable-next-line no-await-in-loop -- until nothing is missing
    await Promise.all(next.map((namespace) => loadOne(locale, namespace)));
  }
}

/** Adds these namespaces to the language on screen; resolves when their texts are loaded. */
export async function addTexts(...added: Namespace[]): Promise<void> {
  for (const namespace of added) inUse.add(namespace);
  await loadAll(currentLocale());
}

/**
 * Adds the texts of refusals, which no first page needs: called before a refused call rejects, and by modules that name a reason
 * themselves. Never rejects: without them, the server's words are shown.
 */
export const addErrorTexts = (): Promise<void> => addTexts('errors').catch(() => undefined);

/** The language requested last. */
let wanted: Locale | undefined;

/** Sets the language that the page starts in; before that, no part can load its texts. */
export async function beginTexts(locale: Locale): Promise<void> {
  if (i18next.isInitialized) return;
  await i18next.use(initReactI18next).init({
    lng: locale,
    ns: namespaces,
    nsSeparator: '.',
    fallbackLng: false,
    resources: {},
    interpolation: { escapeValue: false },
    // not bound to the store: a part loads its texts before it renders, and others need not render again for them
    react: { useSuspense: false },
  });
}

/**
 * Loads every namespace in use and the added ones, then shows the language and sets the page's `lang`. `keep` stores
 * the choice on this browser.
 */
export async function showLanguage(locale: Locale, added: readonly Namespace[], keep = false): Promise<void> {
  for (const namespace of added) inUse.add(namespace);
  await beginTexts(locale);
  wanted = locale;
  await loadAll(locale);
  // another language was chosen while this one loaded
  if (wanted !== locale) return;
  await i18next.changeLanguage(locale);
  document.documentElement.lang = locale;
  if (keep) stored.write(storageKeys.locale, locale);
}

/** Shows the language and keeps it for the sign-in pages of this browser, whichever profiles sign in. */
export async function pickLanguage(locale: Locale): Promise<void> {
  pickedLanguage.write(locale);
  await showLanguage(locale, openTexts);
}

export const currentLocale = (): Locale => localeOf(i18next.language) ?? defaultLocale;
/** Dates follow the conventions of the language; in English, those of the specification (part 2, section 9). */
export const dateLocale = (): string => (currentLocale() === 'en' ? 'en-US' : currentLocale());
