import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Held } from '#lib/held.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { agreeToSignOut, withdrawSignOut } from './askToSignOut.ts';
import styles from './extras.module.css';

type Props = {
  /** Changes and downloads that signing out would lose. */
  held: readonly Held[];
  pending: boolean;
};

/** Asks before signing out with unsaved changes or a running download, since the session cannot be restored. */
export function SignOutQuestion({ held, pending }: Props) {
  const { t } = useTranslation();
  const words = { changes: t('common.unsavedText'), download: t('shell.signOutDownload') };
  return (
    <Dialog
      onClose={withdrawSignOut}
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
        <Button variant="default" disabled={pending} data-autofocus onClick={withdrawSignOut}>
          {t('common.cancel')}
        </Button>
        <Button color="red" loading={pending} onClick={() => void agreeToSignOut()}>
          {t('shell.signOut')}
        </Button>
      </div>
    </Dialog>
  );
}
