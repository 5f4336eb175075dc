import type { Locale } from '@keyward/contract/locales';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { localeOf, offeredLocales } from '#lib/i18n.ts';
import { languageNames } from '#lib/languageNames.ts';
import { LateNotice } from '#ui/LateNotice.tsx';
import { Logo } from '#ui/Logo.tsx';
import { chooseLocale } from './language.ts';
import styles from './invitation.module.css';

type Props = { title: string; organization?: { name: string; logo: string | null }; children: ReactNode };

const choose = (value: string) => {
  const locale: Locale | null = localeOf(value);
  if (locale) void chooseLocale(locale);
};

/** The frame of the page: who invites, the language, and one column that fits every phone. */
export function Shell({ title, organization, children }: Props) {
  const { t, i18n } = useTranslation();
  const product = t('common.product');
  return (
    <div className={styles.page}>
      <title>{`${title} · ${organization?.name ?? product}`}</title>
      <header className={styles.header}>
        {organization ? (
          <span className={styles.brand}>
            {organization.logo === null ? null : <img src={organization.logo} alt="" />}
            <strong>{organization.name}</strong>
          </span>
        ) : (
          <Logo name={product} />
        )}
        <select
          className={styles.language}
          aria-label={t('invitation.language')}
          value={i18n.language}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {offeredLocales.map((locale) => (
            <option key={locale} value={locale} lang={locale}>
              {languageNames[locale]}
            </option>
          ))}
        </select>
      </header>
      <main className={styles.main}>{children}</main>
      <LateNotice />
      {organization ? <footer className={styles.footer}>{t('invitation.by', { product })}</footer> : null}
    </div>
  );
}
