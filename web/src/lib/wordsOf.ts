import type { Locale } from '@keyward/contract/locales';
import { createInstance, type i18n } from 'i18next';
import { withNames } from '#texts/names.ts';
import type { Namespace } from '#texts/namespaces.ts';

/** Namespaces whose texts the server shares. */
const shared: readonly Namespace[] = ['organization', 'permissions'];
type Texts = Record<string, Record<string, unknown>>;

const loading = new Map<Locale, Promise<i18n>>();

/** Texts of a language other than the one on screen, for files made without a screen. */
export function wordsOf(locale: Locale, namespaces: readonly Namespace[]): Promise<i18n> {
  const words = loading.get(locale) ?? load(locale, namespaces);
  loading.set(locale, words);
  return words;
}

async function load(locale: Locale, namespaces: readonly Namespace[]): Promise<i18n> {
  const texts = await Promise.all(
    namespaces.map(async (name) => {
      const module: Texts = shared.includes(name)
        ? await import(`@keyward/contract/texts/${locale}/${name}`)
        : await import(`../texts/${locale}/${name}.ts`);
      return [name, withNames(module[name] ?? {}, name, locale)] as const;
    }),
  );
  const words = createInstance();
  await words.init({
    lng: locale,
    ns: [...namespaces],
    nsSeparator: '.',
    fallbackLng: false,
    resources: { [locale]: Object.fromEntries(texts) },
    interpolation: { escapeValue: false },
  });
  return words;
}
