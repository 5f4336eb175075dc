import { roles } from '@keyward/contract/calls';
import type { Role } from '@keyward/contract/roles';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '#lib/api.ts';
import { ConfirmByName } from '#parts/ConfirmByName.tsx';
import { Losses } from '#parts/Losses.tsx';
import { useRoleName } from '#parts/useRoleName.ts';
import { alerts } from '#ui/alerts.ts';

/** Deletes a role once its name is typed. */
export function RemoveRole({ role, onClose }: { role: Role; onClose: () => void }) {
  const { t } = useTranslation();
  const name = useRoleName()(role);
  const remove = useApiMutation(roles.remove, {
    onSuccess: () => {
      alerts.success(t('roles.success.deleted'));
      onClose();
    },
  });
  return (
    <ConfirmByName
      name={name}
      title={t('roles.remove.title')}
      text={
        <Losses
          question={t('roles.remove.question', { name })}
          permanent={t('roles.remove.permanent')}
          lost={t('roles.remove.lost')}
          kept={t('roles.remove.kept')}
        />
      }
      confirmLabel={t('roles.remove.confirm')}
      error={remove.error}
      errorTitle={t('roles.failure.delete')}
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: role.id } })}
      onClose={onClose}
    />
  );
}
