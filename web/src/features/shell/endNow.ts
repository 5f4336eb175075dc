import { profiles } from '@keyward/contract/calls';
import i18next from 'i18next';
import { submitCall } from '#lib/api.ts';
import { alertFailure, offerUndo } from '#parts/bulkUndo.ts';

/** Ends the validity of a profile now, and offers to undo it. The texts of `bulk` and `validity` must be loaded. */
export async function endNow(id: string, name: string): Promise<void> {
  const { t } = i18next;
  try {
    const { data } = await submitCall(profiles.end, { body: { ids: [id] } });
    offerUndo('profiles', data.id, t('validity.done', { name }));
  } catch (error) {
    alertFailure(error, t('validity.failure'), () => void endNow(id, name));
  }
}
