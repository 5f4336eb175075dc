import { useTranslation } from 'react-i18next';
import { useErrorText } from '#lib/errors.ts';
import type { RoleEditor } from './useRoleEditor.ts';

/** The error of the last save, unless it is shown at the name. */
export function useProblem(editor: RoleEditor): { title: string; text: string } | null {
  const { t } = useTranslation();
  const errorText = useErrorText();
  if (!editor.error || editor.error.code === 'roleNameTaken') return null;
  const title = t(editor.open?.role ? 'roles.failure.update' : 'roles.failure.create');
  return { title, text: errorText(editor.error) };
}
