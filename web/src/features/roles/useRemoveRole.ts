import { roles } from '@keyward/contract/calls';
import type { Role } from '@keyward/contract/roles';
import { useTranslation } from 'react-i18next';
import { confirmDelete } from '#entity/confirmDelete.tsx';
import { useRoleName } from '#parts/useRoleName.ts';

/** Deletes a role once its name has been typed as confirmation. */
export function useRemoveRole(): (role: Role) => void {
  const { t } = useTranslation();
  const nameOf = useRoleName();
  return (role) =>
    confirmDelete({
      call: roles.remove,
      parts: { params: { id: role.id } },
      label: nameOf(role),
      typed: true,
      lost: t('roles.remove.lost'),
      words: {
        title: t('roles.remove.title'),
        confirm: t('roles.remove.title'),
        success: t('roles.success.deleted'),
        failure: t('roles.failure.delete'),
      },
    });
}
