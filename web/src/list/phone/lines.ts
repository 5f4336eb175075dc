import type { ViewColumn } from '@keyward/contract/list';
import type { FC, ReactNode } from 'react';
import type { CellRenderers } from '#list/table/cells.tsx';

/** The layout of a list's rows on a phone. */
export type PhoneLines<T> = {
  /** The first line, which names the row; absent: the first column. */
  Name?: FC<NameProps<T>>;
  /** Columns that the first line already shows. */
  told?: readonly string[];
  /** Columns at the end of the first line, and their renderers where these differ from the table's. */
  marks?: readonly string[];
  markCells?: CellRenderers<T>;
  /** Renderers for columns of the other lines, where they differ from the table's. */
  cells?: CellRenderers<T>;
  /** The columns of the second line, in this order; `tags.` stands for all columns of tags. */
  second: readonly string[];
  /**
   * Columns of the built-in views that a phone leaves to the drawer unless it sorts by them; `order`, the usual sort column, is
   * left even then.
   */
  leaves?: readonly string[];
  order?: string;
};

export type NameProps<T> = {
  row: T;
  zone: string;
  /** The rows stand below the heading of their day. */
  underDay: boolean;
};

/** A column of a row on a phone. */
export type PhonePart<T> = {
  id: string;
  name: string;
  /** The column's name is shown, as for a date, which says nothing without it. */
  isNamed: boolean;
  cell: (row: T) => ReactNode;
};

/**
 * Assigns the columns to lines. Columns that a view adds to the usual ones, and the one that the rows are sorted by, are always
 * shown: with their names, on lines of their own.
 */
export function linesOf(columns: readonly ViewColumn[], lines: PhoneLines<never>, sorted: string | undefined) {
  const { told = [], marks = [], second, leaves = [] } = lines;
  const isOf = (group: readonly string[], key: string) => group.some((one) => one === key || isTag(one, key));
  const placeOf = ({ accessorKey }: ViewColumn) =>
    second.findIndex((one) => one === accessorKey || isTag(one, accessorKey));
  const [name, ...rest] = lines.Name ? [undefined, ...columns] : columns;
  const left = rest.filter((column): column is ViewColumn => column !== undefined && !isOf(told, column.accessorKey));
  const isShown = ({ accessorKey }: ViewColumn) => !isOf([...marks, ...second], accessorKey);
  return {
    name,
    marks: left.filter(({ accessorKey }) => marks.includes(accessorKey)),
    second: left.filter((column) => placeOf(column) >= 0).toSorted((a, b) => placeOf(a) - placeOf(b)),
    more: left.filter(
      (column) =>
        isShown(column) &&
        (!leaves.includes(column.accessorKey) || (column.accessorKey === sorted && sorted !== lines.order)),
    ),
  };
}

const isTag = (one: string, key: string) => one === 'tags.' && key.startsWith(one);
