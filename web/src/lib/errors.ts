import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { ApiError } from './call.ts';

/** What a call threw, in words of the current language. The detail of a 402 is shown as the server sent it. */
export function errorWords(error: unknown): string {
  const { t } = i18next;
  if (!(error instanceof ApiError)) return t('common.problems.unreadable');
  if (error.code === 'paymentRequired' && error.detail) return error.detail;
  const keys = [`errors.${error.code}`, `common.problems.${error.code}`];
  const { seconds, ids, builtIn } = error.params;
  const named = (text: string, otherwise: unknown) =>
    i18next.exists(text) ? t(text as 'common.ok') : String(otherwise);
  const values = {
    ...error.params,
    ...(seconds === undefined ? {} : { count: Number(seconds) }),
    // what the server names in its own words, and by id
    ...(ids === undefined
      ? {}
      : {
          permissions: String(ids)
            .split(',')
            .map((id) => named(`permissions.${id}`, id))
            .join(', '),
        }),
    ...(builtIn === undefined ? {} : { role: named(`roles.builtIn.${builtIn}`, error.params['role']) }),
  };
  // a newer server may send a code this build has no text for; its own words are the best there are
  const key = keys.find((one) => i18next.exists(one, values));
  return key ? t(key as 'errors.internal', values) : error.detail || t('common.problems.unreadable');
}

/** `errorWords` for a component. */
export function useErrorText(): (error: unknown) => string {
  // the component is rendered again in a new language
  useTranslation();
  return (error) => errorWords(error);
}
