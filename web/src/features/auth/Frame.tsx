import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pickLanguage } from '#lib/i18n.ts';
import { LanguageSelect } from '#ui/LanguageSelect.tsx';
import { Logo } from '#ui/Logo.tsx';
import { LateNotice } from '#ui/LateNotice.tsx';
import { Backdrop } from './Backdrop.tsx';
import { useOrganization } from './organization.ts';
import styles from './auth.module.css';

/** Layout of the pages outside the portal: the drawing on one side; language, organization and the form on the other. */
export function Frame({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation();
  const organization = useOrganization();
  const product = t('common.product');
  return (
    <div className={styles.page}>
      <title>{`${title} · ${product}`}</title>
      <aside className={styles.side}>
        <Backdrop />
        <p className={styles.lead}>{t('auth.lead')}</p>
      </aside>
      <main className={styles.main}>
        <div className={styles.language}>
          <LanguageSelect label={t('auth.language')} choose={pickLanguage} />
        </div>
        <div className={styles.column}>
          <div className={styles.brand}>
            {organization?.logo ? <img src={organization.logo} alt="" /> : <Logo name={product} size={34} />}
            {organization ? <strong>{organization.name}</strong> : null}
          </div>
          {children}
        </div>
        <LateNotice />
        <p className={styles.host}>{location.hostname}</p>
      </main>
    </div>
  );
}
