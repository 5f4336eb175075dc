import type { ErrorCode } from '@keyward/contract/errors';
import type { MouseEvent, ReactNode, Ref } from 'react';
import { useKeptWords } from '#lib/errors.ts';
import { memoised } from '#lib/memo.ts';
import { RowActions } from '#list/selection/RowActions.tsx';
import { RowBox } from '#list/selection/SelectBox.tsx';
import type { RowState } from '#list/selection/selection.ts';
import type { RowTools } from '#list/selection/useSelection.ts';
import styles from './table.module.css';

/** A column with its name on screen, and the content of its cell in a row. */
type Shown<T> = { id: string; text: string; cell: (row: T) => ReactNode };

type Props<T> = {
  ref: Ref<HTMLDivElement>;
  row: T;
  columns: readonly Shown<T>[];
  index: number;
  /** Distance from the top of the body in px. */
  offset: number;
  template: string;
  href: string;
  onOpen: (id: string) => void;
  onFocus: (index: number) => void;
  /** The one row in the Tab order. */
  reachable: boolean;
  open: boolean;
  /** The heading of the day that begins with this row. */
  day: string | undefined;
  tools: RowTools;
  selected: boolean;
  state: RowState | undefined;
  /** Why it cannot be selected. */
  kept: ErrorCode | undefined;
};

const plainClick = (event: MouseEvent) =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/**
 * One row. Its first cell is a link to the row, so that it can be opened in a new tab, copied and reached by keyboard.
 */
function OneRow<T extends { id: string }>(props: Props<T>) {
  const { ref, row, columns, index, offset, template, href, onOpen, onFocus, reachable, open, tools, selected, state } =
    props;
  const keptWords = useKeptWords();
  // an action on the row is in progress or done and changes the row: there is nothing to open or select
  const fixed = state?.state === 'progress' || state?.state === 'success';
  const nameId = `row-${row.id}`;
  const openHere = (event: MouseEvent<HTMLDivElement>) => {
    const { target } = event;
    const link = target instanceof Element ? target.closest('a') : null;
    if (target instanceof Element && target.closest('button, label')) return;
    // a link in another cell leads elsewhere
    if (link && link.id !== nameId) return;
    if (fixed) return event.preventDefault();
    if (!plainClick(event)) return;
    // a text selection in a row is meant for copying
    if (!link && getSelection()?.toString()) return;
    event.preventDefault();
    // the drawer takes the focus, and returns it to the row
    event.currentTarget.querySelector('a')?.focus({ preventScroll: true });
    onFocus(index);
    onOpen(row.id);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter works on the link in the first cell
    <div
      ref={ref}
      role="row"
      data-index={index}
      data-open={open || undefined}
      data-day={props.day}
      data-selected={selected || undefined}
      data-state={state?.state}
      aria-disabled={fixed || undefined}
      {...(tools.multi ? { 'aria-selected': selected } : {})}
      aria-rowindex={index + 2}
      className={styles.row}
      style={{ gridTemplateColumns: template, transform: `translateY(${offset}px)` }}
      onClick={openHere}
    >
      {tools.multi ? (
        <div role="cell" className={styles.boxCell}>
          <RowBox
            id={row.id}
            nameId={nameId}
            checked={selected}
            disabled={fixed}
            reason={props.kept && keptWords(props.kept)}
            onToggle={() => tools.onToggle(row)}
            onExtend={() => tools.onExtend(index)}
          />
        </div>
      ) : null}
      {columns.map(({ id, text, cell }, position) => {
        const content = cell(row);
        return (
          <div key={id} role="cell" className={styles.cell}>
            {position === 0 ? (
              <a
                id={nameId}
                href={href}
                className={styles.link}
                tabIndex={reachable ? 0 : -1}
                aria-haspopup="dialog"
                aria-current={open || undefined}
                onFocus={() => onFocus(index)}
              >
                {content}
              </a>
            ) : (
              <>
                <span className={styles.label}>{text}</span>
                {content}
              </>
            )}
          </div>
        );
      })}
      {tools.tail ? (
        <div role="cell" className={styles.tailCell}>
          <RowActions
            row={row}
            nameId={nameId}
            actions={tools.single}
            state={state}
            reachable={reachable}
            onAct={tools.onAct}
          />
        </div>
      ) : null}
    </div>
  );
}

/** While the list scrolls, only the rows that come into view render. */
export const ListRow = memoised(OneRow);
