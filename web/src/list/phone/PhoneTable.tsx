import type { ViewColumn } from '@keyward/contract/list';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListWords } from '#list/listWords.ts';
import { Cell, type CellRenderers } from '#list/table/cells.tsx';
import type { TableProps } from '#list/table/tableProps.ts';
import { useRows } from '#list/table/useRows.ts';
import { linesOf, type PhoneLines, type PhonePart } from './lines.ts';
import styles from './phone.module.css';
import { PhoneRow } from './PhoneRow.tsx';
import { watchAbove } from './watchAbove.ts';

/** The height of the bar that stays at the top while the rows scroll, in px. */
const covered = 52;

/**
 * The rows of a list on a phone: two lines each, with the rest of the page scrolling along. Specification, part 2,
 * sections 2 and 9.
 */
export function PhoneTable<T extends { id: string }>({ lines, ...props }: TableProps<T> & { lines: PhoneLines<T> }) {
  'use no memo'; // see useRows.ts
  const { label, columns, total, sort, renderers, zone, dayOf, picking } = props;
  const { tools } = picking;
  const { t } = useTranslation();
  const words = useListWords();
  const helpId = useId();
  const box = useRef<HTMLDivElement>(null);
  const [above, setAbove] = useState(0);
  const page = () => box.current?.closest('section') ?? null;
  useLayoutEffect(() => {
    // heights are outside React
    const section = box.current?.closest('section');
    return section && box.current ? watchAbove(section, box.current, setAbove) : undefined;
  }, []);

  const sorted = sort[0]?.column;
  // the same object while nothing changes, or every row would render at each step of scrolling
  const parts = useMemo(() => {
    const partOf = (column: ViewColumn, own: CellRenderers<T> = {}): PhonePart<T> => {
      const all = { ...renderers, ...own };
      return {
        id: column.accessorKey,
        name: words.column(column.header),
        isNamed: column.type === 'dateTime' && !(column.accessorKey in own),
        cell: (row) => <Cell column={column} row={row} zone={zone} renderers={all} />,
      };
    };
    const { name, marks, second, more } = linesOf(columns, lines, sorted);
    return {
      name: lines.Name ? undefined : name && partOf(name),
      marks: marks.map((column) => partOf(column, lines.markCells)),
      second: second.map((column) => partOf(column, lines.cells)),
      more: more.map((column) => partOf(column)),
    };
  }, [columns, lines, sorted, words, zone, renderers]);
  const { shown, height, handlers } = useRows(props, {
    scroller: page,
    table: () => box.current,
    above,
    covered,
  });
  return (
    <>
      <span id={helpId} hidden>
        {t('list.keyboardHelp')}
        {tools.multi ? ` ${t('list.selection.keyboardHelp')}` : ''}
      </span>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the rows' links */}
      <div
        ref={box}
        role="table"
        aria-label={label}
        aria-rowcount={total}
        aria-colcount={1 + (tools.multi ? 1 : 0) + (tools.tail ? 1 : 0)}
        aria-busy={props.stale}
        aria-describedby={helpId}
        className={styles.table}
        data-stale={props.stale || undefined}
        {...handlers}
      >
        <div role="rowgroup" className={styles.body} style={{ height }}>
          {shown.map(({ key, ...row }) => (
            <PhoneRow key={key} {...row} parts={parts} Name={lines.Name} zone={zone} underDay={dayOf !== undefined} />
          ))}
        </div>
      </div>
    </>
  );
}
