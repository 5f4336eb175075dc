import type { ViewColumn } from '@keyward/contract/list';
import { type CSSProperties, useId, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session.ts';
import { densityOf } from '#list/density.ts';
import { Cell } from './cells.tsx';
import { columnTracks } from './layout.ts';
import { ListHead } from './ListHead.tsx';
import { ListRow } from './ListRow.tsx';
import styles from './table.module.css';
import type { TableProps } from './tableProps.ts';
import { useRows } from './useRows.ts';

/** Height of the sticky header in px; the style sheet reads it as `--list-head`. */
const headHeight = 40;
/** Widths in px of a row's checkbox and of its actions. */
const boxWidth = 36;
const tailWidth = 64;
/** Set once on the table: rows need not render again when a column is resized. */
const columnsOfTable = 'var(--list-columns)';

type Props<T> = TableProps<T> & {
  onSort: (column: string) => void;
  onColumns: (columns: ViewColumn[]) => void;
};

/** The rows of a list as a table. Specification, part 2, sections 2 and 9. */
export function ListTable<T extends { id: string }>(props: Props<T>) {
  'use no memo'; // see useRows.ts
  const { label, columns, rows, total, sort, renderers, zone, question, picking } = props;
  const { tools } = picking;
  const { t } = useTranslation();
  const helpId = useId();
  const box = useRef<HTMLDivElement>(null);
  const density = densityOf(useSession());

  // the same object while nothing changes, or every row would render at each step of scrolling
  const cells = useMemo(
    () =>
      columns.map((column) => ({
        id: column.accessorKey,
        cell: (row: T) => <Cell column={column} row={row} zone={zone} renderers={renderers} />,
      })),
    [columns, zone, renderers],
  );
  // widths are set by the first page and then stay, so that nothing moves while scrolling
  const first = rows[0]?.id;
  const tracks = useMemo(
    () => columnTracks(columns, rows.slice(0, 50)),
    // oxlint-disable-next-line react/exhaustive-deps -- see above: `first` stands for the first page
    [columns, first, question],
  );
  const own = () => box.current;
  const { shown, height, handlers } = useRows(props, {
    scroller: own,
    table: own,
    above: headHeight,
    covered: headHeight,
    density,
  });

  const template = [
    ...(tools.multi ? [`${boxWidth}px`] : []),
    tracks.template,
    ...(tools.tail ? [`${tailWidth}px`] : []),
  ].join(' ');
  const sizes: CSSProperties & Record<'--list-columns' | '--list-head', string> = {
    minWidth: tracks.min + (tools.multi ? boxWidth : 0) + (tools.tail ? tailWidth : 0),
    '--list-columns': template,
    '--list-head': `${headHeight}px`,
  };
  return (
    <div ref={box} className={styles.scroller} data-density={density} data-stale={props.stale || undefined}>
      <span id={helpId} hidden>
        {t('list.keyboardHelp')}
        {tools.multi ? ` ${t('list.selection.keyboardHelp')}` : ''}
      </span>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the rows' links */}
      <div
        role="table"
        aria-label={label}
        aria-rowcount={total + 1}
        aria-colcount={columns.length + (tools.multi ? 1 : 0) + (tools.tail ? 1 : 0)}
        aria-busy={props.stale}
        aria-describedby={helpId}
        className={styles.table}
        {...handlers}
        style={sizes}
      >
        <ListHead
          columns={columns}
          sort={sort}
          onSort={props.onSort}
          template={columnsOfTable}
          onColumns={props.onColumns}
          box={tools.multi ? { state: picking.header, onToggle: picking.onToggleAll } : undefined}
          tail={tools.tail ? t('list.selection.actions') : undefined}
        />
        <div role="rowgroup" className={styles.body} style={{ height }}>
          {shown.map(({ key, ...row }) => (
            <ListRow key={key} {...row} columns={cells} template={columnsOfTable} />
          ))}
        </div>
      </div>
    </div>
  );
}
