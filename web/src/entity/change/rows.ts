import i18next from 'i18next';
import type { ApiError } from '#lib/call.ts';
import { errorWords } from '#lib/errors.ts';
import type { RowsBody } from '#list/selection/bulkDialog.ts';
import type { ChangedThings } from '#parts/bulkUndo.ts';
import { failureAlert } from '#ui/alertFailure.ts';
import { showAlert } from '#ui/alerts.ts';

/** The selection without these rows. */
export function withoutRows(rows: RowsBody, left: readonly string[]): RowsBody {
  if (!rows.ids) return { ...rows, without: [...(rows.without ?? []), ...left] };
  const leaving = new Set(left);
  return { ...rows, ids: rows.ids.filter((id) => !leaving.has(id)) };
}

/**
 * Alerts that nothing was changed, and which row caused the refusal. Without an answer the change may have been made, so
 * the alert gives only the reason. Shown in the drawer, or on the page once the drawer is closed. The texts of `bulk` must
 * be loaded.
 */
export function alertRefusal(of: ChangedThings, error: ApiError, isOpen: boolean): void {
  // the sign-in page says why the session is over
  if (!isOpen && error.status === 401) return;
  const { t } = i18next;
  const { row } = error.params;
  const reason = errorWords(error);
  const because = row === undefined ? reason : t('bulk.refusedBy', { row, reason });
  showAlert(isOpen ? 'drawer' : 'main', failureAlert(error, t(`bulk.${of}.failed`), because));
}
