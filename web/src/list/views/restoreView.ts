import { views as calls } from '@keyward/contract/calls';
import type { CustomView } from '@keyward/contract/list';
import i18next from 'i18next';
import { newKey, submitCall } from '#lib/api.ts';
import { alertFailure } from '#ui/alertFailure.ts';
import { alerts } from '#ui/alerts.ts';

/**
 * Restores a deleted view and shows it. A retry after no answer is the same submission, of the same `origin`. The texts of
 * `views` must be loaded.
 */
export async function restoreView(
  view: Pick<CustomView, 'value' | 'label'>,
  show: (restored: CustomView) => Promise<void>,
  origin = newKey(),
): Promise<void> {
  const { t } = i18next;
  try {
    const { data } = await submitCall(calls.restore, { params: { id: view.value } }, origin);
    alerts.success(t('views.restored', { name: view.label }));
    await show(data);
  } catch (error) {
    alertFailure(error, t('views.restoreFailed'), () => void restoreView(view, show, origin));
  }
}
