import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Held } from '#lib/held.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { signOutNow, withdrawSignOut } from './askToSignOut.ts';
import styles from './extras.module.css';

type Props = {
  /** What signing out loses. */
  held: readonly Held[];
};

/** Asks before signing out while changes are unsaved or a download runs: the session cannot be had back afterwards. */
export function SignOutQuestion({ held }: Props) {
  const { t } = useTranslation();
  const [pending, setPending] = useState(false);
  const words = { changes: t('common.unsavedText'), download: t('shell.signOutDownload') };
  const confirm = () => {
    setPending(true);
    void signOutNow().then(withdrawSignOut);
  };
  // the request cannot be recalled
  const cancel = () => {
    if (!pending) withdrawSignOut();
  };
  return (
    <Dialog
      onClose={cancel}
      title={t('shell.signOutTitle')}
      withCloseButton={false}
      closeOnClickOutside={false}
      keepsKeys
      centered
      size={420}
    >
      {held.map((what) => (
        <p key={what} className={styles.words}>
          {words[what]}
        </p>
      ))}
      <div className={styles.actions}>
        <Button variant="default" disabled={pending} data-autofocus onClick={cancel}>
          {t('common.cancel')}
        </Button>
        <Button color="red" loading={pending} onClick={confirm}>
          {t('shell.signOut')}
        </Button>
      </div>
    </Dialog>
  );
}
