import { can, lacking } from '@keyward/contract/permissions';
import type { Profile } from '@keyward/contract/profiles';
import { type Role, toPermissions } from '@keyward/contract/roles';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session.ts';
import { useCan } from '#parts/useCan.ts';
import { useRoleName } from '#parts/useRoleName.ts';
import { useRoles } from '#parts/useRoles.ts';
import { MultiSelect } from '#ui/MultiSelect.tsx';
import { ReadFailed } from '#ui/ReadFailed.tsx';

type Props = {
  value: string[];
  /** Current roles of the profile. */
  current: Profile['roles'];
  error: ReactNode;
  /** Disabled by the form, which shows the reason. */
  disabled: boolean;
  onChange: (roles: string[]) => void;
};

/**
 * Field for roles. Disabled, with the reason, without the permission to assign them and if there are none; a role with
 * permissions that the signed-in profile lacks can be neither given nor taken.
 */
export function RolesField({ value, current, error, disabled, onChange }: Props) {
  const { t } = useTranslation();
  const nameOf = useRoleName();
  const { authority } = useSession();
  const assign = useCan(can.assignRoles);
  const roles = useRoles(assign.allowed);
  // keeps the name of a role that has not loaded yet
  const known = new Map([...current, ...(roles.data ?? [])].map((role) => [role.id, nameOf(role)]));
  const none = roles.isSuccess && known.size === 0;
  const beyond = (role: Role) => lacking(authority.permissions, toPermissions(role.permissions)).length > 0;
  const others = new Set((roles.data ?? []).filter(beyond).map((role) => role.id));
  return (
    <div>
      <MultiSelect
        label={t('profiles.roles')}
        name="roles"
        options={[...known].map(([id, name]) => ({ value: id, label: name, disabled: others.has(id) }))}
        value={value}
        error={error}
        loading={roles.isPending}
        disabled={disabled || !assign.allowed || none}
        description={assign.reason ?? (none ? t('profiles.noRolesYet') : undefined)}
        placeholder={t('profiles.selectRoles')}
        onChange={onChange}
      />
      <ReadFailed words={t('roles.loadFailed')} read={roles} />
    </div>
  );
}
