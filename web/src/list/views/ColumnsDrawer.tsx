import { DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { arrayMove, SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { CustomView, ViewColumn } from '@keyward/contract/list';
import { ActionIcon, Button, Checkbox, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListWords } from '#list/listWords.ts';
import { DrawerFrame } from '#ui/DrawerFrame.tsx';
import { IconDrag, IconSortDown, IconSortUp } from '#ui/icons.tsx';
import unseen from '#ui/unseen.module.css';
import styles from './columns.module.css';
import type { Views } from './useViews.ts';
import { canLead, withLeading } from './viewState.ts';

/** Further than the hand moves during a click. Specification, part 2, section 2 'Tag management'. */
const dragDistance = 4;

type Props = { views: Views; view: CustomView; onClose: () => void };

/** Chooses and orders the columns of the list; the list behind updates at once. */
export function ColumnsDrawer({ views, view, onClose }: Props) {
  const { t } = useTranslation();
  const words = useListWords();
  const [said, setSaid] = useState('');
  const columns = views.columns ?? [];
  const rest = views.available.filter((column) => !columns.some((c) => c.accessorKey === column.accessorKey));
  const nameOf = (column: ViewColumn) => words.column(column.header);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: dragDistance } }));
  const move = (from: number, to: number) => {
    const column = columns[from];
    if (!column || from === to || to < 0 || to >= columns.length) return;
    const next = withLeading(arrayMove(columns, from, to));
    const place = next.findIndex((c) => c.accessorKey === column.accessorKey) + 1;
    views.setColumns(next);
    setSaid(t('views.columns.moved', { column: nameOf(column), place, count: next.length }));
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const place = (id: unknown) => columns.findIndex((c) => c.accessorKey === id);
    if (over) move(place(active.id), place(over.id));
  };
  const toggle = (column: ViewColumn, show: boolean) => {
    const next = show ? [...columns, column] : columns.filter((c) => c.accessorKey !== column.accessorKey);
    views.setColumns(withLeading(next));
    setSaid(t(show ? 'views.columns.added' : 'views.columns.taken', { column: nameOf(column) }));
  };
  const leaders = columns.filter(canLead).length;
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
      <h3 id="columns-shown" className={styles.heading}>
        {t('views.columns.shown')}
      </h3>
      <DndContext sensors={sensors} onDragEnd={onDragEnd} accessibility={{ container: document.body }}>
        <SortableContext items={columns.map((c) => c.accessorKey)} strategy={verticalListSortingStrategy}>
          <ul className={styles.list} aria-labelledby="columns-shown">
            {columns.map((column, place) => (
              <Shown
                key={column.accessorKey}
                column={column}
                name={nameOf(column)}
                place={place}
                // the first column opens the row
                first={place === 0 || (place === 1 && !canLead(column))}
                last={place === columns.length - 1 || (place === 0 && !columns[1])}
                kept={columns.length === 1 || (canLead(column) && leaders === 1)}
                onMove={(to) => move(place, to)}
                onHide={() => toggle(column, false)}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      {columns.some((column) => !canLead(column)) ? <p className={styles.quiet}>{t('views.columns.leading')}</p> : null}
      <h3 id="columns-more" className={styles.heading}>
        {t('views.columns.more')}
      </h3>
      {rest.length ? (
        <ul className={styles.list} aria-labelledby="columns-more">
          {rest.map((column) => (
            <li key={column.accessorKey} className={styles.item}>
              <Checkbox checked={false} label={nameOf(column)} onChange={() => toggle(column, true)} />
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.quiet}>{t('views.columns.none')}</p>
      )}
      {views.columnsChanged ? <p className={styles.quiet}>{t('views.columns.kept')}</p> : null}
      <p role="status" className={unseen.unseen} aria-label={view.label}>
        {said}
      </p>
    </DrawerFrame>
  );
}

type ShownProps = {
  column: ViewColumn;
  name: string;
  place: number;
  first: boolean;
  last: boolean;
  kept: boolean;
  onMove: (to: number) => void;
  onHide: () => void;
};

function Shown({ column, name, place, first, last, kept, onMove, onHide }: ShownProps) {
  const { t } = useTranslation();
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id: column.accessorKey });
  const box = (
    <Checkbox checked label={name} disabled={kept} onChange={() => onHide()} classNames={{ root: styles.box ?? '' }} />
  );
  const arrow = (label: string, to: number, off: boolean, up: boolean) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      className={styles.arrow ?? ''}
      aria-label={label}
      {...(off ? { 'data-disabled': true, 'aria-disabled': true } : {})}
      onClick={() => !off && onMove(to)}
    >
      {up ? <IconSortUp size={16} /> : <IconSortDown size={16} />}
    </ActionIcon>
  );
  return (
    <li
      ref={setNodeRef}
      className={styles.item}
      data-dragging={isDragging || undefined}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
    >
      {/* keyboard users have the arrows beside it */}
      <span className={styles.handle} title={t('views.columns.drag', { column: name })} {...listeners}>
        <IconDrag size={16} />
      </span>
      {kept ? <Tooltip label={t('views.columns.last')}>{box}</Tooltip> : box}
      {arrow(t('views.columns.up', { column: name }), place - 1, first, true)}
      {arrow(t('views.columns.down', { column: name }), place + 1, last, false)}
    </li>
  );
}
