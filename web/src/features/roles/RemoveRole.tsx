import { roles } from '@keyward/contract/calls';
import type { Role } from '@keyward/contract/roles';
import { useTranslation } from 'react-i18next';
import { ConfirmDelete } from '#entity/ConfirmDelete.tsx';
import { useRoleName } from '#parts/useRoleName.ts';

/** Deletes a role after its name is typed as confirmation. */
export function RemoveRole({ role, onClose }: { role: Role; onClose: () => void }) {
  const { t } = useTranslation();
  const name = useRoleName()(role);
  return (
    <ConfirmDelete
      call={roles.remove}
      parts={{ params: { id: role.id } }}
      typed={name}
      words={{
        title: t('roles.remove.title'),
        confirm: t('roles.remove.confirm'),
        losses: {
          question: t('roles.remove.question', { name }),
          permanent: t('roles.remove.permanent'),
          lost: t('roles.remove.lost'),
          kept: t('roles.remove.kept'),
        },
        success: t('roles.success.deleted'),
        failure: t('roles.failure.delete'),
      }}
      onDeleted={onClose}
      onCancel={onClose}
    />
  );
}
