import { Modal, Tabs } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import { Preferences } from './Preferences.tsx';
import { Sessions } from './Sessions.tsx';
import styles from './extras.module.css';

const Passkeys = lazily(async () => (await import('./Passkeys.tsx')).Passkeys);

/** Settings of one's own, from the user menu. */
export function SettingsModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('settings.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      size={520}
      returnFocus={false}
      yOffset="8dvh"
    >
      <Tabs defaultValue="preferences" keepMounted={false}>
        <Tabs.List className={styles.tabs ?? ''}>
          <Tabs.Tab value="preferences">{t('settings.preferences')}</Tabs.Tab>
          <Tabs.Tab value="sessions">{t('settings.sessions')}</Tabs.Tab>
          <Tabs.Tab value="passkeys">{t('settings.passkeys.tab')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="preferences" className={styles.panel ?? ''}>
          <Preferences onClose={onClose} />
        </Tabs.Panel>
        <Tabs.Panel value="sessions" className={styles.panel ?? ''}>
          <Sessions />
        </Tabs.Panel>
        <Tabs.Panel value="passkeys" className={styles.panel ?? ''}>
          <Suspense>
            <Passkeys />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </Modal>
  );
}
