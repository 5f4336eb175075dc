import { geometry } from '@keyward/contract/limits';
import type { ViewColumn } from '@keyward/contract/list';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { dayHeading } from '#lib/dates.ts';
import { textOf, valueAt } from '#list/values.ts';
import { useListWords } from '#list/listWords.ts';
import { isChosen } from '#list/selection/selection.ts';
import type { Picking } from '#list/selection/useSelection.ts';
import type { SortPair } from '#list/url.ts';
import { Cell, type CellRenderers } from './cells.tsx';
import { columnTracks } from './layout.ts';
import { ListHead } from './ListHead.tsx';
import { ListRow } from './ListRow.tsx';
import { rowAfter } from './rowKeys.ts';
import styles from './table.module.css';

/** Height of the sticky header in px; the style sheet reads it as `--list-head`. */
const headHeight = 40;
const cardGap = 8;
/** Widths in px of a row's checkbox and of its actions. */
const boxWidth = 36;
const tailWidth = 64;
/** Set once on the table: rows need not render again when a column is resized. */
const columnsOfTable = 'var(--list-columns)';

type Props<T> = {
  label: string;
  columns: ViewColumn[];
  rows: T[];
  total: number;
  sort: SortPair[];
  onSort: (column: string) => void;
  renderers: CellRenderers<T>;
  zone: string;
  /** The column of times that the rows are sorted by: each day then has a heading. */
  dayOf: string | undefined;
  /** Rows as cards, one below the other, for narrow screens. */
  cards: boolean;
  hrefOf: (id: string) => string;
  onOpen: (id: string) => void;
  /** Called with the row that the keyboard goes to. */
  onWalk: ((id: string) => void) | undefined;
  openId: string | undefined;
  /** Changes with the query: the list then starts at its top. */
  question: string;
  /** The rows are still those of the previous query. */
  stale: boolean;
  onColumns: (columns: ViewColumn[]) => void;
  onNearEnd: () => void;
  onSeen: (index: number) => void;
  picking: Picking;
};

/** The rows of a list, of which only the visible ones are in the DOM. Specification, part 2, sections 2 and 9. */
export function ListTable<T extends { id: string }>(props: Props<T>) {
  'use no memo'; // the virtualizer is one mutable object: the compiler would cache values read from it
  const { label, columns, rows, total, sort, renderers, zone, cards, question, onNearEnd, onSeen, picking } = props;
  const { tools, selection } = picking;
  const { t } = useTranslation();
  const words = useListWords();
  const helpId = useId();
  const box = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  const [active, setActive] = useState(0);

  // the same object while nothing changes, or every row would render at each step of scrolling
  const shown = useMemo(
    () =>
      columns.map((column) => ({
        id: column.accessorKey,
        text: words.column(column.header),
        cell: (row: T) => <Cell column={column} row={row} zone={zone} renderers={renderers} />,
      })),
    [columns, words, zone, renderers],
  );
  // widths are set by the first page and then stay, so that nothing moves while scrolling
  const first = rows[0]?.id;
  const tracks = useMemo(
    () => columnTracks(columns, rows.slice(0, 50)),
    // oxlint-disable-next-line react/exhaustive-deps -- see above: `first` stands for the first page
    [columns, first, question],
  );

  const top = cards ? 0 : headHeight;
  // oxlint-disable-next-line react/incompatible-library -- see 'use no memo' above
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => geometry.rowHeight,
    overscan: geometry.overscan,
    gap: cards ? cardGap : 0,
    scrollMargin: top,
    scrollPaddingStart: top,
    getItemKey: (index) => rows[index]?.id ?? index,
    // the focused row stays in the DOM when it scrolls out of view, or the keyboard would lose its position
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range);
      return active >= range.count || seen.includes(active) ? seen : [...seen, active].toSorted((a, b) => a - b);
    },
  });

  useLayoutEffect(() => {
    // a new query starts at the top
    box.current?.scrollTo({ top: 0 });
    setActive(0);
  }, [question, props.stale]);
  useEffect(() => {
    // the row may have been rendered only now
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    box.current?.querySelector<HTMLElement>(`[data-index="${active}"] a`)?.focus({ preventScroll: true });
  }, [active]);
  const showOpen = useEffectEvent((id: string | undefined) => {
    const index = id === undefined ? -1 : rows.findIndex((row) => row.id === id);
    const { range } = virtual;
    if (index >= 0 && range && (index < range.startIndex || index > range.endIndex)) virtual.scrollToIndex(index);
  });
  useEffect(() => {
    // a drawer that goes from row to row takes the list along
    showOpen(props.openId);
  }, [props.openId]);
  const checkEnd = () => {
    onSeen(virtual.range?.endIndex ?? 0);
    // the virtualizer's own figures: reading them from the DOM would force a layout at each step
    const below = top + virtual.getTotalSize() - (virtual.scrollOffset ?? 0) - (virtual.scrollRect?.height ?? 0);
    if (virtual.scrollRect && below < geometry.fetchWithin) onNearEnd();
  };
  useEffect(() => {
    // runs at each step of scrolling, which renders the list, and for a page that does not fill the window
    checkEnd();
  });

  const template = [
    ...(tools.multi ? [`${boxWidth}px`] : []),
    tracks.template,
    ...(tools.tail ? [`${tailWidth}px`] : []),
  ].join(' ');
  const width = tracks.min + (tools.multi ? boxWidth : 0) + (tools.tail ? tailWidth : 0);
  const sizes: CSSProperties & Record<'--list-columns' | '--list-head', string> = {
    minWidth: width,
    '--list-columns': template,
    '--list-head': `${headHeight}px`,
  };
  /** The heading above a row: that of its day, where it is the day's first. */
  const headingOf = (index: number): string | undefined => {
    const { dayOf } = props;
    if (dayOf === undefined) return undefined;
    const day = (row: T | undefined) => row && dayHeading(textOf(valueAt(row, dayOf)), zone);
    const own = day(rows[index]);
    return own === day(rows[index - 1]) ? undefined : own;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows[active];
    if (event.key === ' ' && tools.multi && row) {
      event.preventDefault();
      return event.shiftKey ? tools.onExtend(active) : tools.onToggle(row);
    }
    const page = Math.max(1, (virtual.range?.endIndex ?? 0) - (virtual.range?.startIndex ?? 0) - 1);
    const next = rowAfter(event.key, active, rows.length, page);
    if (next === undefined) return;
    event.preventDefault();
    wantsFocus.current = next !== active;
    const walkedTo = rows[next];
    if (next !== active && walkedTo) props.onWalk?.(walkedTo.id);
    setActive(next);
    virtual.scrollToIndex(next);
    if (event.shiftKey && tools.multi) {
      if (row && !isChosen(selection, row.id)) tools.onToggle(row);
      tools.onExtend(next);
    }
  };

  return (
    <div ref={box} className={styles.scroller} data-cards={cards || undefined} data-stale={props.stale || undefined}>
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
        onKeyDown={onKeyDown}
        style={cards ? undefined : sizes}
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
        <div role="rowgroup" className={styles.body} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            return row ? (
              <ListRow
                key={row.id}
                ref={virtual.measureElement}
                row={row}
                columns={shown}
                index={item.index}
                offset={item.start - top}
                template={columnsOfTable}
                href={props.hrefOf(row.id)}
                onOpen={props.onOpen}
                onFocus={setActive}
                reachable={item.index === active}
                open={row.id === props.openId}
                day={headingOf(item.index)}
                tools={tools}
                selected={isChosen(selection, row.id)}
                state={picking.states.get(row.id)}
                kept={picking.kept.get(row.id)}
              />
            ) : null;
          })}
        </div>
      </div>
    </div>
  );
}
