import i18next from 'i18next';
import { isUnanswered } from '#lib/api.ts';
import { errorWords } from '#lib/errors.ts';
import { type Alert, showAlert } from './alerts.ts';

/**
 * The alert of an act that failed. Without an answer it may have been carried out: the words that say that it was not, its
 * `title` and `because`, are left out then. `because`: what is said in place of the error's own words.
 */
export function failureAlert(error: unknown, title: string | undefined, because = errorWords(error)): Alert {
  if (isUnanswered(error)) return { type: 'Failure', message: errorWords(error) };
  return { type: 'Failure', message: because, ...(title ? { title } : {}) };
}

/** Shows it as an alert of the page, which offers to `repeat` the act if there was no answer. */
export function alertFailure(error: unknown, title: string, repeat: () => void, because?: string): void {
  const action = { label: i18next.t('common.retry'), run: repeat };
  const alert = failureAlert(error, title, because);
  showAlert('main', isUnanswered(error) ? { ...alert, action } : alert);
}
