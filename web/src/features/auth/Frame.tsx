import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Logo } from '#ui/Logo.tsx';
import { LateNotice } from '#ui/LateNotice.tsx';
import { Backdrop } from './Backdrop.tsx';
import styles from './auth.module.css';

/** Layout of the pages outside the portal: the drawing on one side, the logo and the form on the other. */
export function Frame({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={styles.page}>
      <title>{`${title} · ${t('common.product')}`}</title>
      <aside className={styles.side}>
        <Backdrop />
        <p className={styles.lead}>{t('auth.lead')}</p>
      </aside>
      <main className={styles.main}>
        <div className={styles.column}>
          <div className={styles.brand}>
            <Logo name={t('common.product')} size={34} />
          </div>
          {children}
        </div>
        <LateNotice />
        <p className={styles.host}>{location.hostname}</p>
      </main>
    </div>
  );
}
