import { isPermissionId } from '@keyward/contract/permissions';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/call.ts';
import { dateTime } from '#lib/dates.ts';
import { useErrorText } from '#lib/errors.ts';
import { useSession } from '#lib/session.ts';
import type { RoleEditor } from './useRoleEditor.ts';

/** The error with what a person reads in its gaps: a time in their zone, permissions by their names. */
function readable(error: ApiError, t: TFunction, zone: string): ApiError {
  const { status, code, detail, params } = error;
  const at = String(params['at'] ?? '');
  const ids = String(params['ids'] ?? '').split(',');
  const names = ids.filter(isPermissionId).map((id) => t(`shell.permissions.${id}`));
  return new ApiError(status, code, {
    detail,
    params: {
      ...params,
      ...(code === 'conflict' && !Number.isNaN(Date.parse(at)) ? { at: dateTime(at, zone) } : {}),
      ...(names.length ? { permissions: names.join(', ') } : {}),
    },
  });
}

/** What a call about roles was refused with, in words. */
export function useRoleErrorText(): (error: ApiError) => string {
  const { t } = useTranslation();
  const { zone } = useSession();
  const errorText = useErrorText();
  return (error) => errorText(readable(error, t, zone));
}

/** Why the last save failed, unless it is said at the name. */
export function useProblem(editor: RoleEditor): { title: string; text: string } | null {
  const { t } = useTranslation();
  const errorText = useRoleErrorText();
  if (!editor.error || editor.error.code === 'roleNameTaken') return null;
  const title = t(editor.open?.role ? 'roles.failure.update' : 'roles.failure.create');
  return { title, text: errorText(editor.error) };
}
