import i18next from 'i18next';
import { isUnanswered } from '#lib/api.ts';
import { errorWords } from '#lib/errors.ts';
import { alerts, showAlert } from './alerts.ts';

/**
 * Says why a call failed. Without an answer it may have been carried out: the title, which says that it was not, is left
 * out, and `repeat` is offered. `because`: what is said in place of the error's own words.
 */
export function alertFailure(error: unknown, title: string, repeat: () => void, because = errorWords(error)): void {
  if (!isUnanswered(error)) return alerts.failure(because, title);
  const action = { label: i18next.t('common.retry'), run: repeat };
  showAlert('main', { type: 'Failure', message: because, action });
}
