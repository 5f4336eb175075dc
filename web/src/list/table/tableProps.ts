import type { ViewColumn } from '@keyward/contract/list';
import type { Ref } from 'react';
import type { RowState } from '#list/selection/selection.ts';
import type { Picking, RowTools } from '#list/selection/useSelection.ts';
import type { SortPair } from '#list/url.ts';
import type { CellRenderers } from './cells.tsx';

/** What a list gives its rows, as a table or as those of a phone. */
export type TableProps<T> = {
  label: string;
  columns: ViewColumn[];
  rows: T[];
  total: number;
  sort: SortPair[];
  renderers: CellRenderers<T>;
  zone: string;
  /** The column of times that the rows are sorted by: each day then has a heading. */
  dayOf: string | undefined;
  hrefOf: (id: string) => string;
  onOpen: (id: string) => void;
  /** Called with the row that the keyboard goes to. */
  onWalk: ((id: string) => void) | undefined;
  openId: string | undefined;
  /** Changes with the query: the list then starts at its top. */
  question: string;
  /** The rows are still those of the previous query. */
  stale: boolean;
  onNearEnd: () => void;
  onSeen: (index: number) => void;
  picking: Picking;
};

/** A row and where it was when it had the focus: rows above it may come and go. */
export type Place = { id?: string; index: number };

/** What a row's place in the list and its state make of it. */
export type RowProps<T> = {
  ref: Ref<HTMLDivElement>;
  row: T;
  index: number;
  /** Distance from the top of the body in px. */
  offset: number;
  href: string;
  onOpen: (id: string) => void;
  onFocus: (place: Place) => void;
  /** The one row in the Tab order. */
  reachable: boolean;
  open: boolean;
  /** The heading of the day that begins with this row. */
  day: string | undefined;
  tools: RowTools;
  selected: boolean;
  state: RowState | undefined;
  /** Why it cannot be selected. */
  unselectable: string | undefined;
};
