import { DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { ActionIcon, Checkbox } from '@mantine/core';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconDrag, IconSortDown, IconSortUp } from '#ui/icons.tsx';
import { Tip } from '#ui/Tip.tsx';
import unseen from '#ui/unseen.module.css';
import styles from './sortable.module.css';

/**
 * Distance from which a press is a drag, in px: more than the hand moves during a click. Specification, part 2, section 2 'Tag
 * management'.
 */
const dragDistance = 4;

type Choice = { id: string; name: string };
type ShownChoice = Choice & {
  /** The reason why it cannot be hidden. */
  fixed?: string | undefined;
  /** Whether it is already as far up or down as it may be. */
  first: boolean;
  last: boolean;
};

type Props = {
  shown: readonly ShownChoice[];
  rest: readonly Choice[];
  /** The text in place of `rest` when there is none. */
  none: string;
  /** The text below the shown choices. */
  note?: string | undefined;
  /** Controls beside the name of each choice, whether it is shown or not. */
  toolsOf?: (id: string) => ReactNode;
  /** Moves the choice at `from` to the place `to`, counted from 0. Returns its new place; undefined if it stayed. */
  onMove: (from: number, to: number) => number | undefined;
  onToggle: (id: string, show: boolean) => void;
};

/** The shown choices, in an order that is changed by dragging or by arrows, and the choices that could be shown. */
export function SortableChoices({ shown, rest, none, note, toolsOf, onMove, onToggle }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [said, setSaid] = useState('');
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: dragDistance } }));
  const move = (from: number, to: number) => {
    const choice = shown[from];
    if (!choice || from === to || to < 0 || to >= shown.length) return;
    const place = onMove(from, to);
    if (place !== undefined) setSaid(t('sortable.moved', { name: choice.name, place: place + 1, count: shown.length }));
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const place = (dragged: unknown) => shown.findIndex((choice) => choice.id === dragged);
    if (over) move(place(active.id), place(over.id));
  };
  const boxOf = (choice: Choice) => `${id}-box-${choice.id}`;
  const ticked = useRef<{ id: string; box: Element | null }>(null);
  // the choice has a new checkbox in the other list, and the one that had the focus is gone
  useLayoutEffect(() => {
    const { current } = ticked;
    if (!current || current.box?.isConnected || document.activeElement !== document.body) return;
    current.box = document.getElementById(current.id);
    if (current.box instanceof HTMLElement) current.box.focus();
  });
  const toggle = (choice: Choice, show: boolean) => {
    const box = boxOf(choice);
    ticked.current = { id: box, box: document.getElementById(box) };
    onToggle(choice.id, show);
    setSaid(show ? t('sortable.added', { name: choice.name }) : t('sortable.taken', { name: choice.name }));
  };
  return (
    <>
      <h3 id={`${id}-shown`} className={styles.heading}>
        {t('sortable.shown')}
      </h3>
      <DndContext sensors={sensors} onDragEnd={onDragEnd} accessibility={{ container: document.body }}>
        <SortableContext items={shown.map((choice) => choice.id)} strategy={verticalListSortingStrategy}>
          <ul className={styles.list} aria-labelledby={`${id}-shown`}>
            {shown.map((choice, place) => (
              <Shown
                key={choice.id}
                choice={choice}
                boxId={boxOf(choice)}
                tools={toolsOf?.(choice.id)}
                onMove={(step) => move(place, place + step)}
                onHide={() => toggle(choice, false)}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      {note ? <p className={styles.quiet}>{note}</p> : null}
      <h3 id={`${id}-more`} className={styles.heading}>
        {t('sortable.more')}
      </h3>
      {rest.length ? (
        <ul className={styles.list} aria-labelledby={`${id}-more`}>
          {rest.map((choice) => (
            <li key={choice.id} className={styles.item}>
              <Checkbox
                id={boxOf(choice)}
                checked={false}
                label={choice.name}
                onChange={() => toggle(choice, true)}
                classNames={{ root: styles.box ?? '' }}
              />
              {toolsOf?.(choice.id)}
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.quiet}>{none}</p>
      )}
      <p role="status" className={unseen.unseen}>
        {said}
      </p>
    </>
  );
}

type ShownProps = {
  choice: ShownChoice;
  boxId: string;
  tools: ReactNode;
  onMove: (step: number) => void;
  onHide: () => void;
};

function Shown({ choice: { id, name, fixed, first, last }, boxId, tools, onMove, onHide }: ShownProps) {
  const { t } = useTranslation();
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id });
  const box = (
    <Checkbox
      id={boxId}
      checked
      label={name}
      disabled={fixed !== undefined}
      onChange={() => onHide()}
      classNames={{ root: styles.box ?? '' }}
    />
  );
  const arrow = (label: string, step: number, off: boolean) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      className={styles.arrow ?? ''}
      aria-label={label}
      {...(off ? { 'data-disabled': true, 'aria-disabled': true } : {})}
      onClick={() => !off && onMove(step)}
    >
      {step < 0 ? <IconSortUp size={16} /> : <IconSortDown size={16} />}
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
      <span className={styles.handle} title={t('sortable.drag', { name })} {...listeners}>
        <IconDrag size={16} />
      </span>
      {fixed === undefined ? box : <Tip label={fixed}>{box}</Tip>}
      {tools}
      {arrow(t('sortable.up', { name }), -1, first)}
      {arrow(t('sortable.down', { name }), 1, last)}
    </li>
  );
}
