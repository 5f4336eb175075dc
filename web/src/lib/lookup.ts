import { useTranslation } from 'react-i18next';

/** A text whose key is known at run time only (a column or a view the server names); `otherwise` when there is none. */
export function useLookup(): (key: string, otherwise: string, params?: Record<string, string | number>) => string {
  const { t, i18n } = useTranslation();
  // the key is checked on the line itself, so that any known key's type may stand for it
  return (key, otherwise, params = {}) => (i18n.exists(key, params) ? t(key as 'common.ok', params) : otherwise);
}
