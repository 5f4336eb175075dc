import { profiles } from '@keyward/contract/calls';
import type { Profile } from '@keyward/contract/profiles';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '#lib/api.ts';
import { Losses } from '#parts/Losses.tsx';
import { alerts } from '#ui/alerts.ts';
import { ConfirmDrawer } from '#ui/ConfirmDrawer.tsx';

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
      <Losses
        question={t('profiles.remove.question', { name })}
        permanent={t('profiles.remove.permanent')}
        lost={t('profiles.remove.lost')}
        items={[t('profiles.remove.lostProfile', { name, username }), t('profiles.remove.lostSessions')]}
        kept={t('profiles.remove.kept')}
      />
    </ConfirmDrawer>
  );
}
