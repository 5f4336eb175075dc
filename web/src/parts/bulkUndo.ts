import { bulkChanges } from '@keyward/contract/calls';
import i18next from 'i18next';
import { write } from '#lib/api.ts';
import { ApiError } from '#lib/call.ts';
import { errorWords } from '#lib/errors.ts';
import { alerts, showAlert } from '#ui/alerts.ts';

/** How long the alert offers to undo; later, the activity's drawer does. */
const offerMs = 10_000;

/**
 * Undoes a change to several profiles and reports the outcome in an alert; true when it was undone. The texts of `bulk`
 * must be loaded.
 */
export async function undoBulkChange(id: string): Promise<boolean> {
  const { t } = i18next;
  try {
    const { data } = await write(bulkChanges.undo, { params: { id } });
    alerts.success(t('bulk.undone', { count: data.changed }));
    return true;
  } catch (error) {
    const row = error instanceof ApiError ? error.params['row'] : undefined;
    const reason = errorWords(error);
    alerts.failure(row === undefined ? reason : t('bulk.refusedBy', { row, reason }), t('bulk.undoFailed'));
    return false;
  }
}

/**
 * Reports a change to several profiles and offers to undo it; `id` is null when nothing was changed. The texts of `bulk`
 * must be loaded.
 */
export function offerUndo(id: string | null, message: string): void {
  if (id === null) return alerts.success(message);
  showAlert('main', {
    type: 'Success',
    message,
    autoDismiss: offerMs,
    action: { label: i18next.t('bulk.undo'), run: () => void undoBulkChange(id) },
  });
}
