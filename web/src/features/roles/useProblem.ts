import { useTranslation } from 'react-i18next';
import type { ApiError } from '#lib/call.ts';
import { withLocalTime } from '#lib/conflict.ts';
import { useErrorText } from '#lib/errors.ts';
import { useSession } from '#lib/session.ts';
import type { RoleEditor } from './useRoleEditor.ts';

/** What a call about roles was refused with, in words. */
export function useRoleErrorText(): (error: ApiError) => string {
  const { zone } = useSession();
  const errorText = useErrorText();
  return (error) => errorText(withLocalTime(error, zone));
}

/** Why the last save failed, unless it is said at the name. */
export function useProblem(editor: RoleEditor): { title: string; text: string } | null {
  const { t } = useTranslation();
  const errorText = useRoleErrorText();
  if (!editor.error || editor.error.code === 'roleNameTaken') return null;
  const title = t(editor.open?.role ? 'roles.failure.update' : 'roles.failure.create');
  return { title, text: errorText(editor.error) };
}
