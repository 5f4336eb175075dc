import { useTranslation } from 'react-i18next';

/** A text whose key is known only at run time (a column or view named by the server), or `otherwise` without one. */
export function useLookup(): (key: string, otherwise: string, params?: Record<string, string | number>) => string {
  const { t, i18n } = useTranslation();
  // `exists` has checked the key, so the type of any known key may stand for it
  return (key, otherwise, params = {}) => (i18n.exists(key, params) ? t(key as 'common.ok', params) : otherwise);
}
