import { errorKey } from '@keyward/contract/error-key';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { ApiError } from './call.ts';
import { namesInList } from './namesInList.ts';

/** The message of a failed call, in the language on screen. The detail of a 402 is shown as the server sent it. */
export const errorWords = (error: unknown): string =>
  error instanceof ApiError ? refusalWords(error) : i18next.t('common.problems.unreadable');

/** The same for a refusal that is part of a reply. */
export function refusalWords(error: Pick<ApiError, 'code' | 'params'> & { detail?: string }): string {
  const { t } = i18next;
  if (error.code === 'paymentRequired' && error.detail) return error.detail;
  const keys = [`errors.${errorKey(error.code, error.params)}`, `common.problems.${error.code}`];
  const { seconds, ids, builtIn } = error.params;
  const named = (text: string, otherwise: unknown) =>
    i18next.exists(text) ? t(text as 'common.ok') : String(otherwise);
  const values = {
    ...error.params,
    ...(seconds === undefined ? {} : { count: Number(seconds) }),
    // permissions and built-in roles arrive in English and by id; the ids are translated
    ...(ids === undefined
      ? {}
      : {
          permissions: namesInList(
            String(ids)
              .split(',')
              .map((id) => named(`permissions.${id}`, id)),
          ),
        }),
    ...(builtIn === undefined ? {} : { role: named(`roles.builtIn.${builtIn}`, error.params['role']) }),
  };
  // a newer server may send a code that this build has no text for; its detail is shown instead
  const key = keys.find((one) => i18next.exists(one, values));
  return key ? t(key as 'errors.internal', values) : error.detail || t('common.problems.unreadable');
}

/** `errorWords` as a hook. */
export function useErrorText(): (error: unknown) => string {
  // renders the component again when the language changes
  useTranslation();
  return (error) => errorWords(error);
}
