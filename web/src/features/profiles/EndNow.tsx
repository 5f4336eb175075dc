import { profiles } from '@keyward/contract/calls';
import type { Profile } from '@keyward/contract/profiles';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { useApiMutation, write } from '#lib/api.ts';
import { call } from '#lib/call.ts';
import { errorWords } from '#lib/errors.ts';
import { alerts, showAlert } from '#ui/alerts.ts';
import { dismissConfirmation } from '#ui/confirmation.ts';
import { ConfirmDrawer } from '#ui/ConfirmDrawer.tsx';
import styles from './profiles.module.css';

/** How long the alert offers to undo. */
const undoMs = 10_000;

/** Confirms that a profile ends now, and offers to undo it. The texts of `validity` must be loaded. */
export function EndNow({ profile, onEnded }: { profile: Profile; onEnded: () => void }) {
  const { t } = useTranslation();
  const { id, name } = profile;
  const end = useApiMutation(profiles.end, {
    onSuccess: () => {
      dismissConfirmation();
      onEnded();
      void offerUndo(profile);
    },
  });
  return (
    <ConfirmDrawer
      title={t('validity.title')}
      confirmLabel={t('validity.endNow')}
      error={end.error}
      errorTitle={t('validity.failure')}
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

/** The undo is a new change, refused when the profile was changed since. */
async function offerUndo({ id, name, valid_from, valid_until }: Profile): Promise<void> {
  const { t } = i18next;
  // without the version the change could overwrite another one, so there is no undo; not through the cache, where the
  // closed drawer's own read has just been cancelled
  const ended = await call(profiles.get, { params: { id } }).catch(() => undefined);
  const undo = async () => {
    try {
      const body = { valid_from, valid_until };
      await write(profiles.update, { params: { id }, ifMatch: ended?.data.version ?? 0, body });
      alerts.success(t('validity.undone', { name }));
    } catch (error) {
      alerts.failure(errorWords(error), t('validity.undoFailure'));
    }
  };
  showAlert('main', {
    type: 'Success',
    message: t('validity.done', { name }),
    autoDismiss: undoMs,
    ...(ended ? { action: { label: t('validity.undo'), run: () => void undo() } } : {}),
  });
}
