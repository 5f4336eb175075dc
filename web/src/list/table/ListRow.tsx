import type { ReactNode } from 'react';
import { memoised } from '#lib/memo.ts';
import { RowFrame, RowLink } from './RowFrame.tsx';
import styles from './table.module.css';
import type { RowProps } from './tableProps.ts';

/** A column, and the content of its cell in a row. */
type Shown<T> = { id: string; cell: (row: T) => ReactNode };
type Props<T> = RowProps<T> & { columns: readonly Shown<T>[]; template: string };

/** One row of the table. */
function OneRow<T extends { id: string }>(props: Props<T>) {
  const { row, columns, template } = props;
  return (
    <RowFrame
      of={props}
      headRows={1}
      styles={{ row: styles.row, box: styles.boxCell, tail: styles.tailCell }}
      style={{ gridTemplateColumns: template }}
    >
      {columns.map(({ id, cell }, position) => {
        const content = cell(row);
        return (
          <div key={id} role="cell" className={styles.cell}>
            {position === 0 ? (
              <RowLink of={props} className={styles.link}>
                {content}
              </RowLink>
            ) : (
              content
            )}
          </div>
        );
      })}
    </RowFrame>
  );
}

/** While the list scrolls, only the rows that come into view render. */
export const ListRow = memoised(OneRow);
