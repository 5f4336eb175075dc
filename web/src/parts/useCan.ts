import type { Rule } from '@keyward/contract/permissions';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session.ts';

export type Permitted = { allowed: true; reason: undefined } | { allowed: false; reason: string };

/** Judges any rule for the signed-in person, where it is known late which. */
export function useJudge(): (rule: Rule) => Permitted {
  const { t } = useTranslation();
  const { authority } = useSession();
  return (rule) => {
    if (rule.holds(authority)) return { allowed: true, reason: undefined };
    const names = [...new Set(rule.permissions.map((id) => t(`permissions.${id}`)))];
    return { allowed: false, reason: t('shell.permissionRequired', { permission: names.join(', ') }) };
  };
}

/** May the signed-in person do this, and if not, which permission is missing. */
export function useCan(rule: Rule): Permitted {
  return useJudge()(rule);
}
