import type { DependencyFault, PermissionId } from '@keyward/contract/permissions';
import { useTranslation } from 'react-i18next';
import { areaOf } from './rows.ts';

/** Names the permission that is required first. Specification, part 1, section 6 'Permission hints'. */
export function useHint(): (fault: DependencyFault, id: PermissionId) => string {
  const { t } = useTranslation();
  return (fault, id) =>
    fault === 'exportNeedsArea'
      ? t('shell.permissionRequired', { permission: t(`permissions.${areaOf(id)}`) })
      : t(`errors.${fault}`);
}

/** Note on a cell that changed along with another one, with the reason. */
export function useNote(): (fault: DependencyFault | undefined, id: PermissionId) => string | undefined {
  const { t } = useTranslation();
  return (fault, id) => {
    if (!fault) return undefined;
    if (fault === 'assignRolesNeedsUsers' || fault === 'assignGroupsNeedsEdit') return t(`roles.notes.${fault}`);
    return t('roles.notes.exportNeedsArea', { area: t(`permissions.${areaOf(id)}`) });
  };
}
