import type { Locale } from '@keyward/contract/locales';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localeOf, offeredLocales } from '#lib/i18n.ts';
import { languageNames } from '#lib/languageNames.ts';
import styles from './LanguageSelect.module.css';

/** A choice of languages, each by its own name, on pages without a session. `choose` resolves when the language is shown. */
export function LanguageSelect({ label, choose }: { label: string; choose: (locale: Locale) => Promise<void> }) {
  const { i18n } = useTranslation();
  // shown at once, while its texts load
  const [chosen, setChosen] = useState<string | null>(null);
  const change = (value: string) => {
    const locale = localeOf(value);
    if (!locale) return;
    setChosen(value);
    const done = () => setChosen((current) => (current === value ? null : current));
    choose(locale).then(done, done);
  };
  return (
    <select
      className={styles.select}
      aria-label={label}
      value={chosen ?? i18n.language}
      onChange={(event) => change(event.currentTarget.value)}
    >
      {offeredLocales.map((locale) => (
        <option key={locale} value={locale} lang={locale}>
          {languageNames[locale]}
        </option>
      ))}
    </select>
  );
}
