import type { RoleLabel } from '@keyward/contract/roles';
import { useTranslation } from 'react-i18next';

/** A role's name; for a built-in role, its label in the current language. Specification, part 1, section 6. */
export function useRoleName(): (role: Pick<RoleLabel, 'name' | 'builtIn'>) => string {
  const { t } = useTranslation();
  return ({ name, builtIn }) => (builtIn ? t(`roles.builtIn.${builtIn}`) : name);
}
