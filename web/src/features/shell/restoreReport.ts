import { reports } from '@keyward/contract/insights-calls';
import type { Report } from '@keyward/contract/reports';
import i18next from 'i18next';
import { newKey, submitCall } from '#lib/api.ts';
import { alertFailure } from '#ui/alertFailure.ts';
import { alerts } from '#ui/alerts.ts';

/**
 * Restores a deleted report. A retry without an answer is the same submission, with the same `origin`. The texts of `reports`
 * must be loaded.
 */
export async function restoreReport(report: Pick<Report, 'id' | 'name'>, origin = newKey()): Promise<void> {
  const { t } = i18next;
  const { id, name } = report;
  try {
    await submitCall(reports.restore, { params: { id } }, origin);
    alerts.success(t('reports.restored', { name }));
  } catch (error) {
    alertFailure(error, t('reports.restoreFailed'), () => void restoreReport(report, origin));
  }
}
