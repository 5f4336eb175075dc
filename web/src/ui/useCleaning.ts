import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { firstChange } from '#lib/sanitise.ts';
import { hideAlert, showAlert } from './alerts.ts';

/**
 * For forms in a drawer: says how sanitising would change the typed values, before they are sent. True when it has just said so,
 * and nothing must be sent; false the next time for the same values, which accepts it.
 */
export function useCleaning(): (typed: unknown) => boolean {
  const { t } = useTranslation();
  const accepted = useRef('');
  return (typed) => {
    const change = firstChange(typed);
    const values = JSON.stringify(typed);
    if (!change || accepted.current === values) {
      hideAlert('drawer');
      return false;
    }
    accepted.current = values;
    showAlert('drawer', {
      type: 'Warning',
      title: t('common.cleanedTitle'),
      message: t('common.cleanedText', change),
    });
    return true;
  };
}
