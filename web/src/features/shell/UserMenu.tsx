import { createScopedKeydownHandler, VisuallyHidden } from '@mantine/core';
import type { Me } from '@keyward/contract/auth';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import { IconChevronDown, IconSettings, IconSignOut } from '#ui/icons.tsx';
import { LatePopover, opens } from '#ui/LatePopover.tsx';
import { askToSignOut } from './askToSignOut.ts';
import styles from './UserMenu.module.css';

const SettingsModal = lazily(async () => (await import('./SettingsModal.tsx')).SettingsModal, { texts: ['settings'] });

const initials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase();

/** Arrow keys, Home and End move between the entries. */
const onEntryKey = createScopedKeydownHandler({
  siblingSelector: '[data-entry]',
  parentSelector: '[data-entries]',
  activateOnFocus: false,
  loop: true,
  orientation: 'vertical',
});

/** The signed-in profile, its tenant, the version, and sign-out. */
export function UserMenu({ me }: { me: Me }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const id = useId();
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const [settings, setSettings] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const facts = [
    [t('shell.name'), me.name],
    [t('shell.profileId'), me.username],
    [t('shell.customerName'), me.customerName],
    [t('shell.softwareVersion'), me.softwareVersion],
  ];
  const leave = () => {
    setLeaving(true);
    // the menu closes, and a question returns the focus to the element that had it
    button?.focus();
    void askToSignOut().then(() => {
      setLeaving(false);
      setOpen(false);
    });
  };
  return (
    <>
      <button
        {...opens(id, open)}
        ref={setButton}
        type="button"
        className={styles.user}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || open) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <span className={styles.avatar} aria-hidden="true">
          {initials(me.name)}
        </span>
        <VisuallyHidden>{t('shell.userMenu', { name: me.name })}</VisuallyHidden>
        <span className={styles.userName} aria-hidden="true">
          {me.name}
        </span>
        <IconChevronDown size={14} />
      </button>
      <LatePopover
        id={id}
        target={button}
        opened={open}
        onClose={() => setOpen(false)}
        position="bottom-end"
        width={280}
        padding={0}
        trapFocus
      >
        <div data-entries>
          <dl className={styles.facts}>
            {facts.map(([term, value]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <button
            type="button"
            className={styles.signOut}
            data-entry
            onKeyDown={onEntryKey}
            onClick={() => {
              setOpen(false);
              setSettings(true);
            }}
          >
            <IconSettings />
            {t('shell.settings')}
          </button>
          <button
            type="button"
            className={styles.signOut}
            data-entry
            onKeyDown={onEntryKey}
            onClick={leave}
            disabled={leaving}
          >
            <IconSignOut />
            {t('shell.signOut')}
          </button>
        </div>
      </LatePopover>
      {settings ? (
        <Suspense>
          <SettingsModal
            onClose={() => {
              setSettings(false);
              button?.focus();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
