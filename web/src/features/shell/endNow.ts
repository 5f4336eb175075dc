import { profiles } from '@keyward/contract/calls';
import i18next from 'i18next';
import { newKey, write } from '#lib/api.ts';
import { offerUndo } from '#parts/bulkUndo.ts';
import { alertFailure } from '#ui/alertFailure.ts';

/**
 * Ends the validity of a profile now, and offers to undo it. The texts of `bulk` and `validity` must be loaded. Only the
 * retry that the alert offers has the `key` of the first try: access may have been given again before the next command.
 */
export async function endNow(id: string, name: string, key = newKey()): Promise<void> {
  const { t } = i18next;
  try {
    const { data } = await write(profiles.end, { body: { ids: [id] } }, { key });
    offerUndo('profiles', data.id, t('validity.done', { name }));
  } catch (error) {
    alertFailure(error, t('validity.failure'), () => void endNow(id, name, key));
  }
}
