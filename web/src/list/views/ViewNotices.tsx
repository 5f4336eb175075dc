import type { CustomView } from '@keyward/contract/list';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { namesInList } from '#lib/namesInList.ts';
import { useListWords } from '#list/listWords.ts';
import { alerts } from '#ui/alerts.ts';
import { IconWarning } from '#ui/icons.tsx';
import type { Views } from './useViews.ts';
import styles from './views.module.css';

/** The parts of a view that no longer exist. */
export function LostParts({ view }: { view: CustomView }) {
  const { t } = useTranslation();
  const words = useListWords();
  const nameOf = (column: string) => {
    const known = view.filterSchema.find((meta) => meta.id === column)?.displayName;
    if (column.startsWith('tags.')) return known ?? t('views.lostGroup');
    return words.column(known ?? column.split('.').at(-1) ?? column, column);
  };
  const names = [...new Set((view.saved?.lost ?? []).map(nameOf))];
  return (
    <span className={styles.lost}>
      <IconWarning size={16} /> {t('views.lost', { names: namesInList(names) })}
    </span>
  );
}

/** Says that the linked view is not available to the profile; the list shows the first one instead. */
export function MissingView({ views }: { views: Views }) {
  const { t } = useTranslation();
  // the address is outside React, and names the view once
  useEffect(() => {
    alerts.warning(t('views.notShared'));
    views.url.set({ custom_view: views.all[0]?.value ?? '' }, true);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each address
  }, []);
  return null;
}
