import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageSelect } from '#ui/LanguageSelect.tsx';
import { LateNotice } from '#ui/LateNotice.tsx';
import { Logo } from '#ui/Logo.tsx';
import { chooseLocale } from './language.ts';
import styles from './invitation.module.css';

type Props = {
  title: string;
  organization?: { name: string; logo: string | null };
  main?: RefObject<HTMLElement | null>;
  children: ReactNode;
};

/** Frame of the page: the inviting organization, the language, and one column that fits every phone. */
export function Shell({ title, organization, main, children }: Props) {
  const { t } = useTranslation();
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
        <LanguageSelect label={t('invitationPage.language')} choose={chooseLocale} />
      </header>
      <main ref={main} className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <LateNotice />
      {organization ? <footer className={styles.footer}>{t('invitationPage.by', { product })}</footer> : null}
    </div>
  );
}
