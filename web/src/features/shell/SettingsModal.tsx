import { Modal, Tabs } from '@mantine/core';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import { useSession } from '#lib/session.ts';
import { useFormGuard } from '#ui/useFormGuard.ts';
import { Preferences } from './Preferences.tsx';
import { Sessions } from './Sessions.tsx';
import styles from './extras.module.css';

const OwnPassword = lazily(async () => (await import('./OwnPassword.tsx')).OwnPassword, { texts: ['settings'] });
const Passkeys = lazily(async () => (await import('./Passkeys.tsx')).Passkeys, { texts: ['settings'] });

/** One's own settings, from the user menu. */
export function SettingsModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { me } = useSession();
  const [tab, setTab] = useState<string | null>('preferences');
  // the unsaved preferences; null without a change
  const chosen = useRef<string | null>(null);
  const guard = useFormGuard(
    () => chosen.current !== null,
    () => chosen.current ?? '',
    onClose,
  );
  const close = () => {
    guard.close();
    // shows the tab that the question is about
    if (chosen.current !== null) setTab('preferences');
  };
  return (
    <Modal
      opened
      onClose={close}
      title={t('settings.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      size={520}
      returnFocus={false}
      yOffset="8dvh"
    >
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List className={styles.tabs ?? ''}>
          <Tabs.Tab value="preferences">{t('settings.preferences')}</Tabs.Tab>
          <Tabs.Tab value="sessions">{t('settings.sessions')}</Tabs.Tab>
          {me.hasPassword ? <Tabs.Tab value="password">{t('settings.password.tab')}</Tabs.Tab> : null}
          <Tabs.Tab value="passkeys">{t('settings.passkeys.tab')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="preferences" className={styles.panel ?? ''} keepMounted>
          <Preferences
            onClose={onClose}
            guard={guard}
            onChoose={(now) => {
              chosen.current = now;
            }}
          />
        </Tabs.Panel>
        <Tabs.Panel value="sessions" className={styles.panel ?? ''}>
          <Sessions {...(me.hasPassword ? { onPassword: () => setTab('password') } : {})} />
        </Tabs.Panel>
        <Tabs.Panel value="password" className={styles.panel ?? ''}>
          <Suspense>
            <OwnPassword username={me.username} />
          </Suspense>
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
