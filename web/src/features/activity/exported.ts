import type { Event } from '@keyward/contract/activity';
import { useTranslation } from 'react-i18next';
import { exportedOf } from '#parts/exported.ts';
import { exportWords } from '#parts/exportWords.ts';

/** The list and the view of a CSV export in the language on screen; undefined for any other event. */
export function useExported(): (event: Event) => { list: string; view: string } | undefined {
  const { i18n } = useTranslation();
  return (event) => (event.event === 'EXPORT_CSV' ? exportedOf(event, exportWords(i18n)) : undefined);
}
