import type { ViewColumn } from '@keyward/contract/list';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import { useListWords } from '#list/listWords.ts';
import { HeaderBox } from '#list/selection/SelectBox.tsx';
import type { HeaderState } from '#list/selection/selection.ts';
import type { SortPair } from '#list/url.ts';
import { IconSortDown, IconSortUp } from '#ui/icons.tsx';
import unseen from '#ui/unseen.module.css';
import { headerParts } from './layout.ts';
import styles from './table.module.css';

const ColumnEdge = lazily(async () => (await import('./ColumnEdge.tsx')).ColumnEdge);

type Props = {
  columns: ViewColumn[];
  sort: SortPair[];
  onSort: (column: string) => void;
  template: string;
  /** The checkbox above those of the rows, where rows can be selected. */
  box: { state: HeaderState; onToggle: () => void } | undefined;
  /** The header of the rows' last cells, where they have actions. */
  tail: string | undefined;
  /** The columns with new widths. */
  onColumns: (columns: ViewColumn[]) => void;
};

/** The sticky header: a click sorts by the column, another one reverses the order. */
export function ListHead({ columns, sort, onSort, template, box, tail, onColumns }: Props) {
  const { t } = useTranslation();
  const listWords = useListWords();
  // the edges for resizing load when the pointer or the focus enters the header
  const [near, setNear] = useState(false);
  const setWidths = (widths: ReadonlyMap<number, number>) =>
    onColumns(
      columns.map((column, index) => {
        const width = widths.get(index + (box ? 1 : 0));
        return width === undefined ? column : { ...column, width };
      }),
    );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- nothing is done here but to get ready
    <div role="rowgroup" className={styles.head} onPointerEnter={() => setNear(true)} onFocus={() => setNear(true)}>
      <div role="row" aria-rowindex={1} className={styles.headRow} style={{ gridTemplateColumns: template }}>
        {box ? (
          <div role="columnheader" className={styles.boxCell}>
            <HeaderBox {...box} />
          </div>
        ) : null}
        {columns.map(({ accessorKey, header, sortable, width }) => {
          const text = listWords.column(header);
          const pair = sort.find(({ column }) => column === accessorKey);
          const order = pair ? (pair.desc ? 'descending' : 'ascending') : 'none';
          const words = headerParts(text).map((part, index) =>
            part.breaks ? (
              // oxlint-disable-next-line react/no-array-index-key -- the words of one text do not move
              <span key={index} className={styles.breaks}>
                {part.text}
              </span>
            ) : (
              part.text
            ),
          );
          const Mark = pair?.desc ? IconSortDown : IconSortUp;
          return (
            <div
              key={accessorKey}
              role="columnheader"
              // without the label of the edge inside it
              aria-label={text}
              className={styles.headCell}
              {...(sortable ? { 'aria-sort': order } : {})}
            >
              {sortable ? (
                <button type="button" className={styles.sort} data-order={order} onClick={() => onSort(accessorKey)}>
                  <span>{words}</span>
                  <Mark size={14} />
                </button>
              ) : (
                words
              )}
              {near ? (
                <Suspense>
                  <ColumnEdge label={t('list.columnWidth', { column: text })} width={width} onWidths={setWidths} />
                </Suspense>
              ) : null}
            </div>
          );
        })}
        {tail === undefined ? null : (
          <div role="columnheader" className={styles.tailCell}>
            <span className={unseen.unseen}>{tail}</span>
          </div>
        )}
      </div>
    </div>
  );
}
