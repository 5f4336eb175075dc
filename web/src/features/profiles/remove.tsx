import { type Profile, profiles } from '@keyward/contract/profiles';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '#lib/api.ts';
import { alerts } from '#ui/alerts.ts';
import { ConfirmDrawer } from '#ui/ConfirmDrawer.tsx';
import styles from './profiles.module.css';

type Props = { profile: Profile; onRemoved: () => void; onCancel: () => void };

/** Says what is lost with the profile before it is deleted. */
export function RemoveProfile({ profile, onRemoved, onCancel }: Props) {
  const { t } = useTranslation();
  const remove = useApiMutation(profiles.remove, {
    onSuccess: () => {
      alerts.success(t('profiles.success.deleted'));
      onRemoved();
    },
  });
  const { id, name, username } = profile;
  return (
    <ConfirmDrawer
      title={t('profiles.remove.title')}
      confirmLabel={t('profiles.remove.title')}
      error={remove.error}
      errorTitle={t('profiles.failure.delete')}
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id } })}
      onClose={onCancel}
    >
      <p className={styles.paragraph}>
        <strong>{t('profiles.remove.question', { name })}</strong> {t('profiles.remove.permanent')}
      </p>
      <div>
        <p className={styles.paragraph}>{t('profiles.remove.lost')}</p>
        <ul className={styles.lost}>
          <li>{t('profiles.remove.lostProfile', { name, username })}</li>
          <li>{t('profiles.remove.lostSessions')}</li>
        </ul>
      </div>
      <p className={styles.hint}>{t('profiles.remove.kept')}</p>
    </ConfirmDrawer>
  );
}
