import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { dropClosed, useKeptTitles } from '#lib/kept.ts';
import styles from '#ui/states.module.css';

/** Lists the forms that were open when the session ended and have not been opened again. */
export function KeptForms() {
  const { t } = useTranslation();
  const forms = useKeptTitles();
  if (!forms) return null;
  return (
    <div className={`${styles.kept} ${styles.keptElsewhere}`} role="status">
      <span>{t('session.kept.elsewhere', { forms })}</span>
      <Button size="xs" variant="default" onClick={dropClosed}>
        {t('session.kept.drop')}
      </Button>
    </div>
  );
}
