import i18next from 'i18next';
import { isUnanswered } from '#lib/api.ts';
import { errorWords } from '#lib/errors.ts';
import { type Alert, showAlert } from './alerts.ts';

/**
 * The alert of a failed act. Without an answer the act may have been carried out, so `title` and `because`, which say that it was
 * not, are left out. `because` replaces the error's own words.
 */
export function failureAlert(error: unknown, title: string | undefined, because = errorWords(error)): Alert {
  if (isUnanswered(error)) return { type: 'Failure', message: errorWords(error) };
  return { type: 'Failure', message: because, ...(title ? { title } : {}) };
}

/** Shows the failure as an alert of the page, which offers to `repeat` the act if there was no answer. */
export function alertFailure(error: unknown, title: string, repeat: () => void, because?: string): void {
  const action = { label: i18next.t('common.retry'), run: repeat };
  const alert = failureAlert(error, title, because);
  showAlert('main', isUnanswered(error) ? { ...alert, action } : alert);
}
