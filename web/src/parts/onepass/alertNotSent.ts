import i18next from 'i18next';
import { isUnanswered } from '#lib/api.ts';
import type { ApiError } from '#lib/call.ts';
import { errorWords } from '#lib/errors.ts';
import { showAlert } from '#ui/alerts.ts';

/**
 * Says in the drawer that an invitation was not sent. Specification, part 2, section 8. Without an answer it may have been
 * sent, and that is said instead. The texts of `invitations` and `errors` must be loaded.
 */
export function alertNotSent(error: ApiError): void {
  const { t } = i18next;
  const reason = errorWords(error);
  if (isUnanswered(error)) {
    return showAlert('drawer', { type: 'Failure', message: `${reason} ${t('invitations.mayBeSent')}` });
  }
  const why = error.status >= 400 && error.status < 500 ? ` ${reason}` : '';
  const title = t('invitations.notSentAlert.title');
  showAlert('drawer', { type: 'Failure', title, message: `${t('invitations.notSentAlert.text')}${why}` });
}
