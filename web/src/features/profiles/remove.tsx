import { profiles } from '@keyward/contract/calls';
import type { Profile } from '@keyward/contract/profiles';
import { useTranslation } from 'react-i18next';
import { ConfirmDelete } from '#entity/ConfirmDelete.tsx';

type Props = { profile: Profile; onRemoved: () => void; onCancel: () => void };

export function RemoveProfile({ profile, onRemoved, onCancel }: Props) {
  const { t } = useTranslation();
  const { id, name, username } = profile;
  return (
    <ConfirmDelete
      call={profiles.remove}
      parts={{ params: { id } }}
      words={{
        title: t('profiles.remove.title'),
        confirm: t('profiles.remove.title'),
        losses: {
          question: t('profiles.remove.question', { name }),
          permanent: t('profiles.remove.permanent'),
          lost: t('profiles.remove.lost'),
          items: [t('profiles.remove.lostProfile', { name, username }), t('profiles.remove.lostSessions')],
          kept: t('profiles.remove.kept'),
        },
        success: t('profiles.success.deleted'),
        failure: t('profiles.failure.delete'),
      }}
      onDeleted={onRemoved}
      onCancel={onCancel}
    />
  );
}
