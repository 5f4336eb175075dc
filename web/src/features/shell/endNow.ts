import { profiles } from '@keyward/contract/calls';
import i18next from 'i18next';
import { write } from '#lib/api.ts';
import { errorWords } from '#lib/errors.ts';
import { offerUndo } from '#parts/bulkUndo.ts';
import { alerts } from '#ui/alerts.ts';

/** Ends the validity of a profile now, and offers to undo it. The texts of `bulk` and `validity` must be loaded. */
export async function endNow(id: string, name: string): Promise<void> {
  const { t } = i18next;
  try {
    const { data } = await write(profiles.end, { body: { ids: [id] } });
    offerUndo('profiles', data.id, t('validity.done', { name }));
  } catch (error) {
    alerts.failure(errorWords(error), t('validity.failure'));
  }
}
