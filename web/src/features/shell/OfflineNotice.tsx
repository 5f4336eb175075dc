import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/Dialog.tsx';
import styles from './extras.module.css';

/** Dialog about the lost connection, above everything else. */
export function OfflineNotice({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  if (!opened) return null;
  return (
    <Dialog onClose={onClose} title={t('session.offline.title')} centered size={440} layer="offline">
      <p className={styles.words}>{t('session.offline.text')}</p>
      <div className={styles.actions}>
        <Button data-autofocus onClick={onClose}>
          {t('common.ok')}
        </Button>
      </div>
    </Dialog>
  );
}
