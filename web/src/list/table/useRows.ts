import { geometry } from '@keyward/contract/limits';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { dayHeading } from '#lib/dates.ts';
import { isChosen } from '#list/selection/selection.ts';
import { textOf, valueAt } from '#lib/values.ts';
import { indexOfPlace, rowAfter } from './rowKeys.ts';
import type { Place, TableProps } from './tableProps.ts';

type Space = {
  /** The element that scrolls, and the table in it. */
  scroller: () => HTMLElement | null;
  table: () => HTMLElement | null;
  /** The distance from the top of the scrolled content to the first row, in px. */
  above: number;
  /** The height that is covered at the top of the rows, in px. */
  covered: number;
  /** Changes with the total height of the rows. */
  density?: string;
};

/** The index of the row that an element is in. */
function indexAt(element: Element): number | undefined {
  const row = element.closest<HTMLElement>('[data-index]');
  return row ? Number(row.dataset['index']) : undefined;
}

/**
 * The rows of a list, of which only those in view are in the DOM, and the keys that move between them. Its callers are not
 * compiled: the virtualizer is one mutable object. Specification, part 2, section 9.
 */
export function useRows<T extends { id: string }>(props: TableProps<T>, space: Space) {
  'use no memo'; // the compiler would cache values read from the virtualizer
  const { rows, zone, question, onNearEnd, onSeen, picking } = props;
  const { tools, selection } = picking;
  const wantsFocus = useRef(false);
  const [place, setPlace] = useState<Place>({ index: 0 });
  const active = indexOfPlace(rows, place);
  // the same function while the list scrolls, since every row receives it
  const goTo = useCallback(
    (next: Place) => setPlace((last) => (last.id === next.id && last.index === next.index ? last : next)),
    [],
  );
  /** The id of the row that has the focus. */
  const focused = useRef<string>(undefined);
  // oxlint-disable-next-line react/incompatible-library -- see 'use no memo' above
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: space.scroller,
    estimateSize: () => geometry.rowHeight,
    // the first rows are part of the first render, which yields to input; measured first, they would need a second one, which
    // does not
    initialRect: { width: innerWidth, height: innerHeight },
    overscan: geometry.overscan,
    scrollMargin: space.above,
    scrollPaddingStart: space.covered,
    getItemKey: (index) => rows[index]?.id ?? index,
    // the focused row stays in the DOM when it scrolls out of view, or the keyboard would lose its position
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range);
      return active >= range.count || seen.includes(active) ? seen : [...seen, active].toSorted((a, b) => a - b);
    },
  });

  useLayoutEffect(() => {
    // a new query starts at the top
    space.scroller()?.scrollTo({ top: 0 });
    goTo({ index: 0 });
    focused.current = undefined;
    // oxlint-disable-next-line react/exhaustive-deps -- `space` is a new object in each render
  }, [question, props.stale]);
  const density = useRef(space.density);
  useLayoutEffect(() => {
    if (density.current === space.density) return;
    density.current = space.density;
    // measured heights are out of date, also those of rows out of view
    virtual.measure();
  }, [space.density, virtual]);
  const focusRow = () =>
    space.table()?.querySelector<HTMLElement>(`[data-index="${active}"] a`)?.focus({ preventScroll: true });
  useLayoutEffect(() => {
    // the focused element is gone with its row, for which React reports no blur
    const { current: id } = focused;
    if (id === undefined || document.activeElement !== document.body) return;
    if (!rows.some((row) => row.id === id)) focusRow();
    // oxlint-disable-next-line react/exhaustive-deps -- `focusRow` is a new function in each render
  }, [rows]);
  useEffect(() => {
    // the row may have been rendered only now
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    focusRow();
    // oxlint-disable-next-line react/exhaustive-deps -- the same
  }, [place]);
  const showOpen = useEffectEvent((id: string | undefined) => {
    const index = id === undefined ? -1 : rows.findIndex((row) => row.id === id);
    const { range } = virtual;
    if (index >= 0 && range && (index < range.startIndex || index > range.endIndex)) virtual.scrollToIndex(index);
  });
  useEffect(() => {
    // the list follows a drawer that moves from row to row
    showOpen(props.openId);
  }, [props.openId]);
  const checkEnd = () => {
    onSeen(virtual.range?.endIndex ?? 0);
    // the virtualizer's own figures: reading them from the DOM would force a layout at each step
    const end = space.above + virtual.getTotalSize();
    const below = end - (virtual.scrollOffset ?? 0) - (virtual.scrollRect?.height ?? 0);
    if (virtual.scrollRect && below < geometry.fetchWithin) onNearEnd();
  };
  useEffect(() => {
    // runs at each step of scrolling, which renders the list, and for a page that does not fill the window
    checkEnd();
  });

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
    const from = indexAt(event.target) ?? active;
    const row = rows[from];
    if (event.key === ' ' && tools.multi && row) {
      event.preventDefault();
      return event.shiftKey ? tools.onExtend(from) : tools.onToggle(row);
    }
    const page = Math.max(1, (virtual.range?.endIndex ?? 0) - (virtual.range?.startIndex ?? 0) - 1);
    const next = rowAfter(event.key, from, rows.length, page);
    if (next === undefined) return;
    event.preventDefault();
    wantsFocus.current = next !== from;
    const walkedTo = rows[next];
    if (next !== from && walkedTo) props.onWalk?.(walkedTo.id);
    setPlace({ ...(walkedTo ? { id: walkedTo.id } : {}), index: next });
    virtual.scrollToIndex(next);
    if (event.shiftKey && tools.multi) {
      if (row && !isChosen(selection, row.id)) tools.onToggle(row);
      tools.onExtend(next);
    }
  };

  /** The rows to render, each with the props of its place and its state. */
  const shown = virtual.getVirtualItems().flatMap((item) => {
    const row = rows[item.index];
    if (!row) return [];
    return {
      key: row.id,
      ref: virtual.measureElement,
      row,
      index: item.index,
      offset: item.start - space.above,
      href: props.hrefOf(row.id),
      onOpen: props.onOpen,
      onFocus: goTo,
      reachable: item.index === active,
      open: row.id === props.openId,
      day: headingOf(item.index),
      tools,
      selected: isChosen(selection, row.id),
      state: picking.states.get(row.id),
      unselectable: picking.unselectable.get(row.id),
    };
  });
  /** The event handlers of the table. */
  const handlers = {
    onKeyDown,
    // any part of the row may have the focus, also its checkbox: the row stays in the DOM, and the keys act on it
    onFocus: ({ target }: FocusEvent) => {
      const index = indexAt(target);
      const row = index === undefined ? undefined : rows[index];
      focused.current = row?.id;
      if (row && index !== undefined) goTo({ id: row.id, index });
    },
    onBlur: () => {
      focused.current = undefined;
    },
  };
  return { shown, height: virtual.getTotalSize(), handlers };
}
