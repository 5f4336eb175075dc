import { profiles } from '@keyward/contract/calls';
import type { Profile } from '@keyward/contract/profiles';
import { useTranslation } from 'react-i18next';
import { offerUndo } from '#parts/bulkUndo.ts';
import { dismissConfirmation } from '#ui/confirmation.ts';
import { ConfirmDrawer } from '#ui/ConfirmDrawer.tsx';
import { useDrawerCall } from '#ui/useDrawerCall.ts';
import styles from './profiles.module.css';

/** Confirms that a profile ends now, with a way to undo it. The texts of `bulk` and `validity` must be loaded. */
export function EndNow({ profile, onEnded }: { profile: Profile; onEnded: () => void }) {
  const { t } = useTranslation();
  const { id, name } = profile;
  const errorTitle = t('validity.failure');
  const end = useDrawerCall(profiles.end, {
    errorTitle,
    onSuccess: ({ data }, isOpen) => {
      if (isOpen()) dismissConfirmation();
      onEnded();
      offerUndo('profiles', data.id, t('validity.done', { name }));
    },
  });
  return (
    <ConfirmDrawer
      title={t('validity.title')}
      confirmLabel={t('validity.endNow')}
      error={end.error}
      errorTitle={errorTitle}
      pending={end.isPending}
      onConfirm={() => end.mutate({ body: { ids: [id] } })}
      onClose={dismissConfirmation}
    >
      <p className={styles.words}>
        <strong>{t('validity.question', { name })}</strong> {t('validity.sessions')}
      </p>
      <p className={styles.hint}>{t('validity.kept')}</p>
    </ConfirmDrawer>
  );
}
