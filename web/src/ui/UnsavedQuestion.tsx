import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './UnsavedQuestion.module.css';

type Props = {
  className?: string | undefined;
  onDiscard: () => void;
  onKeep: () => void;
};

/** Replaces a form's buttons when the form is to be closed with unsaved changes. */
export function UnsavedQuestion({ className, onDiscard, onKeep }: Props) {
  const { t } = useTranslation();
  return (
    <div className={className} role="alertdialog" aria-label={t('common.unsavedTitle')}>
      <p className={styles.question}>
        <strong>{t('common.unsavedTitle')}</strong>
        <span>{t('common.unsavedText')}</span>
      </p>
      <Button variant="default" onClick={onDiscard}>
        {t('common.discard')}
      </Button>
      <Button autoFocus onClick={onKeep}>
        {t('common.keepEditing')}
      </Button>
    </div>
  );
}
