import { useTranslation } from 'react-i18next';
import { failureAlert } from '#ui/alertFailure.ts';
import type { Alert } from '#ui/alerts.ts';
import type { RoleEditor } from './useRoleEditor.ts';

/** Alert for the error of the last save; null if the error is shown at the name. */
export function useProblem(editor: RoleEditor): Alert | null {
  const { t } = useTranslation();
  if (!editor.error || editor.error.code === 'roleNameTaken') return null;
  return failureAlert(editor.error, t(editor.open?.role ? 'roles.failure.update' : 'roles.failure.create'));
}
