import type { Event } from '@keyward/contract/activity';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useExported } from './exported.ts';

type Props = { event: Event; children: (name: string | null) => ReactNode };

/** Name of a CSV export: its list and view in the language on screen. */
export function ExportedName({ event, children }: Props) {
  const { t } = useTranslation();
  const exported = useExported()(event);
  return children(exported ? t('activity.exported', exported) : event.description.entityName);
}
