import type { ViewColumn } from '@keyward/contract/list';
import type { Ref } from 'react';
import type { RowState } from '#list/selection/selection.ts';
import type { Picking, RowTools } from '#list/selection/useSelection.ts';
import type { SortPair } from '#list/url.ts';
import type { CellRenderers } from './cells.tsx';

/** The props that a list gives its rows, in a table or on a phone. */
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
  /** Called with the row that the keyboard moves to. */
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

/** A row and its index when it had the focus: rows above it may be added and removed. */
export type Place = { id?: string; index: number };

/** The props of a row: its place in the list and its state. */
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
  /** The reason why it cannot be selected. */
  unselectable: string | undefined;
};
