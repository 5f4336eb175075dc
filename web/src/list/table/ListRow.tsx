import type { ReactNode } from 'react';
import { useKeptWords } from '#lib/errors.ts';
import { memoised } from '#lib/memo.ts';
import { RowActions } from '#list/selection/RowActions.tsx';
import { RowBox } from '#list/selection/SelectBox.tsx';
import { isFixed, nameIdOf, openedBy } from './rowClick.ts';
import styles from './table.module.css';
import type { RowProps } from './tableProps.ts';

/** A column, and the content of its cell in a row. */
type Shown<T> = { id: string; cell: (row: T) => ReactNode };
type Props<T> = RowProps<T> & { columns: readonly Shown<T>[]; template: string };

/**
 * One row. Its first cell is a link to the row, so that it can be opened in a new tab, copied and reached by keyboard.
 */
function OneRow<T extends { id: string }>(props: Props<T>) {
  const { ref, row, columns, index, offset, template, href, onFocus, reachable, open, tools, selected, state } = props;
  const keptWords = useKeptWords();
  const fixed = isFixed(state);
  const nameId = nameIdOf(row);
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
      onClick={(event) => openedBy(event, props)}
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
      {columns.map(({ id, cell }, position) => {
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
              content
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
