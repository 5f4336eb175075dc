import { useTranslation } from 'react-i18next';
import { Mark } from '#ui/Logo.tsx';
import styles from './build.module.css';

export function BuildPage() {
  const { t } = useTranslation();
  return (
    <main className={styles.build}>
      <title>{`${t('shell.buildTitle')} · ${t('common.product')}`}</title>
      <h1>{t('shell.buildTitle')}</h1>
      <div className={styles.box}>
        <Mark size={24} />
        <span className="tabular">{__VERSION__}</span>
      </div>
    </main>
  );
}
