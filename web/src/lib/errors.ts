import { useTranslation } from 'react-i18next';
import { ApiError } from './call.ts';

/** Turns what a call threw into words of the current language. The detail of a 402 is shown as the server sent it. */
export function useErrorText(): (error: unknown) => string {
  const { t, i18n } = useTranslation();
  return (error) => {
    if (!(error instanceof ApiError)) return t('errors.unreadable');
    if (error.code === 'paymentRequired' && error.detail) return error.detail;
    const key = `errors.${error.code}`;
    // a newer server may send a code this build has no text for; its own words are the best there are
    return i18n.exists(key) ? t(key as 'errors.internal', error.params) : error.detail || t('errors.unreadable');
  };
}
