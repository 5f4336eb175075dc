import { bulkChanges, deviceChanges } from '@keyward/contract/calls';
import i18next from 'i18next';
import { submitCall } from '#lib/api.ts';
import { ApiError } from '#lib/call.ts';
import { errorWords } from '#lib/errors.ts';
import { alertFailure } from '#ui/alertFailure.ts';
import { alerts, showAlert } from '#ui/alerts.ts';

/** Time for which the alert offers to undo, in ms; later, the activity's drawer does. */
const offerMs = 10_000;

/** The rows that a bulk change was applied to. */
export type ChangedThings = 'profiles' | 'devices';
const call = (of: ChangedThings, id: string) =>
  of === 'profiles'
    ? submitCall(bulkChanges.undo, { params: { id } })
    : submitCall(deviceChanges.undo, { params: { id } });

/**
 * Undoes a change to several rows and reports the outcome in an alert; true when it is known to be undone. The texts
 * of `bulk` must be loaded.
 */
export async function undoBulkChange(of: ChangedThings, id: string): Promise<boolean> {
  const { t } = i18next;
  try {
    const { data } = await call(of, id);
    alerts.success(t(`bulk.${of}.undone`, { count: data.changed }));
    return true;
  } catch (error) {
    const row = error instanceof ApiError ? error.params['row'] : undefined;
    const reason = errorWords(error);
    const because = row === undefined ? reason : t('bulk.refusedBy', { row, reason });
    alertFailure(error, t('bulk.undoFailed'), () => void undoBulkChange(of, id), because);
    return false;
  }
}

/**
 * Reports a change to several rows and offers to undo it; `id` is null when nothing was changed, and for mails. The
 * texts of `bulk` must be loaded.
 */
export function offerUndo(of: ChangedThings, id: string | null, message: string): void {
  if (id === null) return alerts.success(message);
  showAlert('main', {
    type: 'Success',
    message,
    autoDismiss: offerMs,
    action: { label: i18next.t('bulk.undo'), run: () => void undoBulkChange(of, id) },
  });
}
