import type { Rule } from '@keyward/contract/permissions';
import { useTranslation } from 'react-i18next';
import { namesInList } from '#lib/namesInList.ts';
import { useSession } from '#lib/session.ts';

export type Permitted = { allowed: true; reason: undefined } | { allowed: false; reason: string };

/** Checks any rule for the signed-in profile, for rules that are known only at the time of the call. */
export function useJudge(): (rule: Rule) => Permitted {
  const { t } = useTranslation();
  const { authority } = useSession();
  return (rule) => {
    if (rule.holds(authority)) return { allowed: true, reason: undefined };
    const names = [...new Set(rule.permissions.map((id) => t(`permissions.${id}`)))];
    return { allowed: false, reason: t('shell.permissionRequired', { permission: namesInList(names) }) };
  };
}

/** Whether the signed-in profile is permitted, and if not, which permission is missing. */
export function useCan(rule: Rule): Permitted {
  return useJudge()(rule);
}
