import { profiles } from '@keyward/contract/calls';
import i18next from 'i18next';
import { newKey, submitCall } from '#lib/api.ts';
import { offerUndo } from '#parts/bulkUndo.ts';
import { alertFailure } from '#ui/alertFailure.ts';

/**
 * Ends the validity of a profile now, and offers to undo it. The texts of `bulk` and `validity` must be loaded. Only the retry
 * that the alert offers is the same submission, with the same `origin`: by the time of the next command, access may have been
 * given again.
 */
export async function endNow(id: string, name: string, origin = newKey()): Promise<void> {
  const { t } = i18next;
  try {
    const { data } = await submitCall(profiles.end, { body: { ids: [id] } }, origin);
    offerUndo('profiles', data.id, t('validity.done', { name }));
  } catch (error) {
    alertFailure(error, t('validity.failure'), () => void endNow(id, name, origin));
  }
}
