import { Button, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './extras.module.css';

/** Notice of a lost connection. Once dismissed, it returns only for the next loss. */
export function Offline() {
  const { t } = useTranslation();
  const [shown, setShown] = useState(() => !navigator.onLine);
  // the connection state is outside React
  useEffect(() => {
    const stop = new AbortController();
    addEventListener('offline', () => setShown(true), { signal: stop.signal });
    addEventListener('online', () => setShown(false), { signal: stop.signal });
    return () => stop.abort();
  }, []);
  return (
    <Modal
      opened={shown}
      onClose={() => setShown(false)}
      title={t('session.offline.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      centered
      size={440}
      zIndex="var(--kw-layer-offline)"
    >
      <p className={styles.words}>{t('session.offline.text')}</p>
      <div className={styles.actions}>
        <Button data-autofocus onClick={() => setShown(false)}>
          {t('common.ok')}
        </Button>
      </div>
    </Modal>
  );
}
