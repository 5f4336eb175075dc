import type { ViewColumn } from '@keyward/contract/list';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useListWords } from '#list/listWords.ts';
import { SortableChoices } from '#parts/SortableChoices.tsx';
import { DrawerFrame } from '#ui/DrawerFrame.tsx';
import styles from './columns.module.css';
import { sameColumns } from './columnDrafts.ts';
import type { Views } from './useViews.ts';
import { canLead, moveColumn, withLeading } from './viewState.ts';

type Props = { views: Views; onClose: () => void };

/** Chooses and orders the columns of the list; the list behind updates at once. */
export function ColumnsDrawer({ views, onClose }: Props) {
  const { t } = useTranslation();
  const words = useListWords();
  const columns = views.columns ?? [];
  const rest = views.available.filter((column) => !columns.some((c) => c.accessorKey === column.accessorKey));
  const toChoice = (column: ViewColumn) => ({ id: column.accessorKey, name: words.column(column.header) });
  const move = (from: number, to: number) => {
    const next = moveColumn(columns, from, to);
    views.setColumns(next);
    const place = next.findIndex((c) => c.accessorKey === columns[from]?.accessorKey);
    return place === from ? undefined : place;
  };
  const toggle = (id: string, show: boolean) => {
    const column = rest.find((c) => c.accessorKey === id);
    const next = show && column ? [...columns, column] : columns.filter((c) => c.accessorKey !== id);
    views.setColumns(withLeading(next));
  };
  const staysAt = (from: number, to: number) => sameColumns(moveColumn(columns, from, to), columns);
  const leaders = columns.filter(canLead).length;
  const shown = columns.map((column, place) => ({
    ...toChoice(column),
    // the first column opens the row
    first: place === 0 || staysAt(place, place - 1),
    last: place === columns.length - 1 || staysAt(place, place + 1),
    fixed: columns.length === 1 || (canLead(column) && leaders === 1) ? t('views.columns.last') : undefined,
  }));
  const footer = (
    <div className={styles.foot}>
      <Button
        variant="default"
        {...(views.columnsChanged ? {} : { 'data-disabled': true, 'aria-disabled': true })}
        onClick={() => views.columnsChanged && views.setColumns(undefined)}
      >
        {t('views.columns.reset')}
      </Button>
      <Button onClick={onClose}>{t('views.columns.done')}</Button>
    </div>
  );
  return (
    <DrawerFrame title={t('views.columns.title')} onClose={onClose} footer={footer}>
      <p className={styles.quiet}>{t('views.columns.hint')}</p>
      <SortableChoices
        shown={shown}
        rest={rest.map(toChoice)}
        none={t('views.columns.none')}
        note={columns.some((column) => !canLead(column)) ? t('views.columns.leading') : undefined}
        onMove={move}
        onToggle={toggle}
      />
      {views.columnsChanged ? <p className={styles.quiet}>{t('views.columns.kept')}</p> : null}
    </DrawerFrame>
  );
}
