import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Held } from '#lib/held.ts';
import { dismissConfirmation } from '#ui/confirmation.ts';
import { ConfirmDrawer } from '#ui/ConfirmDrawer.tsx';
import styles from './extras.module.css';

type Props = {
  /** What signing out loses. */
  held: readonly Held[];
  onSignOut: () => Promise<void>;
};

/** Asks before signing out while changes are unsaved or a download runs: the session cannot be had back afterwards. */
export function SignOutQuestion({ held, onSignOut }: Props) {
  const { t } = useTranslation();
  const [pending, setPending] = useState(false);
  const words = { changes: t('common.unsavedText'), download: t('shell.signOutDownload') };
  const confirm = () => {
    setPending(true);
    void onSignOut().then(dismissConfirmation);
  };
  return (
    <ConfirmDrawer
      title={t('shell.signOutTitle')}
      confirmLabel={t('shell.signOut')}
      error={null}
      pending={pending}
      onConfirm={confirm}
      onClose={dismissConfirmation}
    >
      {held.map((what) => (
        <p key={what} className={styles.plain}>
          {words[what]}
        </p>
      ))}
    </ConfirmDrawer>
  );
}
