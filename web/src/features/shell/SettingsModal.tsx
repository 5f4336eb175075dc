import { can } from '@keyward/contract/permissions';
import { Tabs } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import { useSession } from '#lib/session.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Preferences } from './Preferences.tsx';
import { Sessions } from './Sessions.tsx';
import { useSettingsForms } from './useSettingsForms.ts';
import styles from './extras.module.css';

const OwnPassword = lazily(async () => (await import('./OwnPassword.tsx')).OwnPassword, { texts: ['settings'] });
const Organization = lazily(async () => (await import('./Organization.tsx')).Organization, {
  texts: ['settings', 'organization'],
});
const InsightsCards = lazily(async () => (await import('./InsightsCards.tsx')).InsightsCards, {
  texts: ['dashboard', 'settings', 'sortable'],
});
const Passkeys = lazily(async () => (await import('./Passkeys.tsx')).Passkeys, { texts: ['settings'] });

/** The profile's own settings, from the user menu. A support session has none, and shows only where it is signed in. */
export function SettingsModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { me, authority } = useSession();
  const mayManage = can.manageOrganization.holds(authority);
  const first = me.support ? 'sessions' : 'preferences';
  const [tab, setTab] = useState<string | null>(first);
  // the right to this tab may be withdrawn while it is shown
  const shown = tab === 'organization' && !mayManage ? first : tab;
  // The form is loaded when its tab is first opened, and stays mounted.
  const [hasOrganization, setHasOrganization] = useState(false);
  const open = (next: string | null) => {
    setTab(next);
    if (next === 'organization') setHasOrganization(true);
  };
  const forms = useSettingsForms(onClose, setTab);
  return (
    <Dialog onClose={forms.close} title={t('settings.title')} size={mayManage ? 640 : 520} yOffset="8dvh">
      <Tabs
        value={shown}
        onChange={open}
        keepMounted={false}
        // hidden forms keep their effects, so that their changes are kept when the session ends
        keepMountedMode="display-none"
      >
        <Tabs.List className={styles.tabs ?? ''}>
          {me.support ? null : <Tabs.Tab value="preferences">{t('settings.preferences')}</Tabs.Tab>}
          <Tabs.Tab value="sessions">{t('settings.sessions')}</Tabs.Tab>
          {me.hasPassword ? <Tabs.Tab value="password">{t('settings.password.tab')}</Tabs.Tab> : null}
          {me.support ? null : <Tabs.Tab value="passkeys">{t('settings.passkeys.tab')}</Tabs.Tab>}
          {can.viewDashboard.holds(authority) && !me.support ? (
            <Tabs.Tab value="insights">{t('shell.tabs.dashboard')}</Tabs.Tab>
          ) : null}
          {mayManage ? <Tabs.Tab value="organization">{t('settings.organization.tab')}</Tabs.Tab> : null}
        </Tabs.List>
        {me.support ? null : (
          <Tabs.Panel value="preferences" className={styles.panel ?? ''} keepMounted>
            <Preferences
              key={forms.begun.preferences}
              onClose={() => forms.saved('preferences')}
              guard={forms.guardOf('preferences')}
              onChoose={forms.choose.preferences}
            />
          </Tabs.Panel>
        )}
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
        <Tabs.Panel value="insights" className={styles.panel ?? ''}>
          <Suspense>
            <InsightsCards />
          </Suspense>
        </Tabs.Panel>
        {mayManage ? (
          <Tabs.Panel value="organization" className={styles.panel ?? ''} keepMounted={hasOrganization}>
            <Suspense>
              <Organization
                key={forms.begun.organization}
                guard={forms.guardOf('organization')}
                onChoose={forms.choose.organization}
              />
            </Suspense>
          </Tabs.Panel>
        ) : null}
      </Tabs>
    </Dialog>
  );
}
