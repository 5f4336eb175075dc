import { FlexRender, type Row, type RowData, type TableFeatures } from '@tanstack/react-table';
import type { MouseEvent, Ref } from 'react';
import { memoised } from '#lib/memo.ts';
import styles from './list.module.css';

type Props<F extends TableFeatures, T extends RowData> = {
  ref: Ref<HTMLDivElement>;
  row: Row<F, T>;
  index: number;
  /** Distance from the top of the body in px. */
  offset: number;
  template: string;
  href: string;
  onOpen: (id: string) => void;
  onFocus: (index: number) => void;
  /** The one row that the Tab key stops at. */
  reachable: boolean;
  open: boolean;
};

const plainClick = (event: MouseEvent) =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/** One row. Its first cell is a link to itself, so that it can be opened beside, copied and reached by keyboard. */
function OneRow<F extends TableFeatures, T extends RowData>(props: Props<F, T>) {
  const { ref, row, index, offset, template, href, onOpen, onFocus, reachable, open } = props;
  const openHere = (event: MouseEvent<HTMLDivElement>) => {
    const { target } = event;
    const link = target instanceof Element ? target.closest('a') : null;
    if (!plainClick(event) || (target instanceof Element && target.closest('button'))) return;
    // whoever marks text in a row wants to copy it
    if (!link && getSelection()?.toString()) return;
    event.preventDefault();
    // what opens takes the focus, and gives it back to the row
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
      aria-rowindex={index + 2}
      className={styles.row}
      style={{ gridTemplateColumns: template, transform: `translateY(${offset}px)` }}
      onClick={openHere}
    >
      {row.getAllCells().map((cell, position) => {
        const content = <FlexRender cell={cell} />;
        return (
          <div key={cell.id} role="cell" className={styles.cell}>
            {position === 0 ? (
              <a
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
                <span className={styles.label}>{String(cell.column.columnDef.header)}</span>
                {content}
              </>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** While the list scrolls, only the rows that come into sight are drawn. */
export const ListRow = memoised(OneRow);
