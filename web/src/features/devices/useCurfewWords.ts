import { hoursOfCurfew } from '@keyward/contract/curfew';
import { useTranslation } from 'react-i18next';

/** A key's curfew in words; needs the texts of `custody`. */
export function useCurfewWords(): (curfew: string | null) => string {
  const { t } = useTranslation();
  return (curfew) => {
    if (curfew === null) return t('custody.curfew.ofLocation');
    const count = hoursOfCurfew(curfew);
    return count === undefined ? t('custody.curfew.at', { time: curfew }) : t('custody.curfew.after', { count });
  };
}
