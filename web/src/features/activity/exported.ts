import type { Event } from '@keyward/contract/activity';
import { useTranslation } from 'react-i18next';
import { exportedOf, isExport } from '#parts/exported.ts';
import { exportWords } from '#parts/exportWords.ts';

/** List and view of an export in the language on screen; undefined for any other event. */
export function useExported(): (event: Event) => { list: string; view: string } | undefined {
  const { i18n } = useTranslation();
  return (event) => (isExport(event.event) ? exportedOf(event, exportWords(i18n)) : undefined);
}
