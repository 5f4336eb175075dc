import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { VisuallyHidden } from '@mantine/core';
import { type MouseEvent, type ReactNode, type TouchEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconGrip, IconSortDown, IconSortUp } from '#ui/icons.tsx';
import styles from './groups.module.css';
import { RowAction } from './RowAction.tsx';

export type Item = { id: string; name: string };
type Props<T extends Item> = {
  label: string;
  items: readonly T[];
  /** Reason why the rows cannot be reordered at present. */
  fixed: string | undefined;
  /** `to` is the new index. */
  onMove: (id: string, to: number) => void;
  row: (item: T) => { main: ReactNode; actions: ReactNode; selected?: boolean };
};

/** Distance, in px, after which a press becomes a drag. Specification, part 2, section 2 'Tag management'. */
const activationConstraint = { distance: 4 };

/** Rows that are reordered by dragging or with their buttons; screen readers hear both. */
export function SortableRows<T extends Item>({ label, items, fixed, onMove, row }: Props<T>) {
  const { t } = useTranslation();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint }),
    useSensor(TouchSensor, { activationConstraint }),
  );
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const pressed = useRef<string | null>(null);
  // a row that moves in the DOM loses the focus of its buttons
  useLayoutEffect(() => {
    if (pressed.current && document.activeElement === document.body) {
      list.current?.querySelector<HTMLElement>(`[data-mark="${pressed.current}"]`)?.focus();
    }
  });

  const indexOf = (id: unknown) => items.findIndex((item) => item.id === id);
  const place = (id: unknown, at: unknown) => ({
    name: items[indexOf(id)]?.name ?? '',
    position: indexOf(at) + 1,
    count: items.length,
  });
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('groups.order.lifted', place(active.id, active.id)),
    onDragOver: ({ active, over }) => (over ? t('groups.order.over', place(active.id, over.id)) : undefined),
    onDragEnd: ({ active, over }) => t('groups.order.dropped', place(active.id, over?.id ?? active.id)),
    onDragCancel: ({ active }) => t('groups.order.cancelled', place(active.id, active.id)),
  };
  const step = (index: number, by: 1 | -1, mark: string) => {
    const item = items[index];
    const other = items[index + by];
    if (!item || !other) return;
    pressed.current = mark;
    setSaid(t('groups.order.dropped', place(item.id, other.id)));
    onMove(item.id, index + by);
  };
  const drop = ({ active, over }: DragEndEvent) => {
    const to = indexOf(over?.id);
    if (to >= 0 && to !== indexOf(active.id)) onMove(String(active.id), to);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: '' } }}
      onDragEnd={drop}
    >
      <SortableContext items={items.map((item) => item.id)} strategy={verticalListSortingStrategy}>
        <ul className={styles.rows} aria-label={label} ref={list}>
          {items.map((item, index) => {
            const { main, actions, selected } = row(item);
            return (
              <Row key={item.id} id={item.id} fixed={fixed !== undefined} selected={selected ?? false}>
                {main}
                <span className={styles.actions}>
                  {([-1, 1] as const).map((by) => {
                    const mark = `${by < 0 ? 'up' : 'down'}-${item.id}`;
                    return (
                      <RowAction
                        key={by}
                        label={t(by < 0 ? 'groups.order.up' : 'groups.order.down', { name: item.name })}
                        reason={fixed}
                        off={!items[index + by]}
                        mark={mark}
                        onClick={() => step(index, by, mark)}
                      >
                        {by < 0 ? <IconSortUp size={16} /> : <IconSortDown size={16} />}
                      </RowAction>
                    );
                  })}
                  {actions}
                </span>
              </Row>
            );
          })}
        </ul>
      </SortableContext>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </DndContext>
  );
}

type RowProps = { id: string; fixed: boolean; selected: boolean; children: ReactNode };

/** A mouse drags the whole row, a finger only the handle, so that the page still scrolls. */
function Row({ id, fixed, selected, children }: RowProps) {
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id, disabled: fixed });
  const mouse = { onMouseDown: (event: MouseEvent) => listeners?.['onMouseDown']?.(event) };
  const touch = { onTouchStart: (event: TouchEvent) => listeners?.['onTouchStart']?.(event) };
  return (
    <li
      ref={setNodeRef}
      className={styles.row}
      data-dragging={isDragging || undefined}
      data-selected={selected || undefined}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
      {...mouse}
    >
      <span className={styles.grip} data-fixed={fixed || undefined} {...touch}>
        <IconGrip size={16} />
      </span>
      {children}
    </li>
  );
}
