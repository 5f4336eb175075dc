import { can } from '@keyward/contract/permissions';
import { Tabs } from '@mantine/core';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import { useSession } from '#lib/session.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { useFormGuard } from '#ui/useFormGuard.ts';
import { Preferences } from './Preferences.tsx';
import { Sessions } from './Sessions.tsx';
import styles from './extras.module.css';

const OwnPassword = lazily(async () => (await import('./OwnPassword.tsx')).OwnPassword, { texts: ['settings'] });
const Organization = lazily(async () => (await import('./Organization.tsx')).Organization, {
  texts: ['settings', 'organization'],
});
const InsightsCards = lazily(async () => (await import('./InsightsCards.tsx')).InsightsCards, {
  texts: ['dashboard', 'settings', 'sortable'],
});
const Passkeys = lazily(async () => (await import('./Passkeys.tsx')).Passkeys, { texts: ['settings'] });

/** The tabs with a form whose changes are lost when the dialog closes. */
const forms = ['preferences', 'organization'] as const;
type Form = (typeof forms)[number];

/** One's own settings, from the user menu. A support session keeps none, and shows where it is signed in. */
export function SettingsModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { me, authority } = useSession();
  const mayManage = can.manageOrganization.holds(authority);
  const [tab, setTab] = useState<string | null>(me.support ? 'sessions' : 'preferences');
  // The form is loaded when its tab is first opened, and stays mounted.
  const [hasOrganization, setHasOrganization] = useState(false);
  const open = (next: string | null) => {
    setTab(next);
    if (next === 'organization') setHasOrganization(true);
  };
  // what is unsaved in each form; null without a change
  const unsaved = useRef<Record<Form, string | null>>({ preferences: null, organization: null });
  const unsavedTab = () => forms.find((one) => unsaved.current[one] !== null);
  /** Shows the tab that the question is about. */
  const showAsked = () => {
    const asked = unsavedTab();
    if (asked) setTab(asked);
  };
  const guard = useFormGuard(
    () => unsavedTab() !== undefined,
    () => JSON.stringify(unsaved.current),
    onClose,
    showAsked,
  );
  // a further number makes the form begin again with what is stored
  const [begun, setBegun] = useState({ preferences: 0, organization: 0 });
  /** One form is done with: closes the dialog, unless the other one has changes. */
  const leave = (form: Form, closeAll: () => void) => {
    const other = forms.find((one) => one !== form && unsaved.current[one] !== null);
    // The changes stay recorded until the dialog closes: after Back, the guard closes it only while it still has changes.
    if (!other) return closeAll();
    unsaved.current[form] = null;
    setBegun((last) => ({ ...last, [form]: last[form] + 1 }));
    setTab(other);
  };
  /** Asks about the form that is shown, and drops the changes of that one alone. */
  const guardOf = (form: Form) => ({
    ...guard,
    asking: guard.asking && tab === form,
    discard: () => leave(form, guard.discard),
  });
  // stable, since the forms call them in effects
  const [choose] = useState(() => ({
    preferences: (now: string | null) => void (unsaved.current.preferences = now),
    organization: (now: string | null) => void (unsaved.current.organization = now),
  }));
  return (
    <Dialog onClose={guard.close} title={t('settings.title')} size={mayManage ? 640 : 520} yOffset="8dvh">
      <Tabs
        value={tab}
        onChange={open}
        keepMounted={false}
        // otherwise the effects of a form that is not shown end, and its changes would not be kept when the session ends
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
              key={begun.preferences}
              onClose={() => leave('preferences', onClose)}
              guard={guardOf('preferences')}
              onChoose={choose.preferences}
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
              <Organization key={begun.organization} guard={guardOf('organization')} onChoose={choose.organization} />
            </Suspense>
          </Tabs.Panel>
        ) : null}
      </Tabs>
    </Dialog>
  );
}
