import type { Rule } from '@keyward/contract/permissions';
import type { ListResource } from '@keyward/contract/resources';
import type { FC, ReactNode } from 'react';
import type { Late } from '#lib/lazily.ts';
import type { ListEndpoint } from '#lib/listApi.ts';
import type { Filters } from '#lib/storedFilters.ts';
import type { CsvSource } from './csv/CsvButton.tsx';
import type { NamedFilters } from './filters/FilterBar.tsx';
import type { BulkDialogs } from './selection/bulkDialog.ts';
import type { Unselectable } from './selection/useUnselectable.ts';
import type { CellRenderers } from './table/cells.tsx';
import type { TableProps } from './table/tableProps.ts';
import type { Tabs } from './views/tabs.ts';

/** Facts about the list, and functions to narrow it, for the part between the toolbar and the rows. */
export type AboveRows = {
  /** The list's query, without its order. */
  query: Record<string, string>;
  /** The rows are on screen, so that parts they do not need can load. */
  isShown: boolean;
  /** Changes when the rows are read again. */
  readAt: number | undefined;
  filters: Filters;
  onFilters: (next: Filters) => void;
};

/** The page's description of its list. */
export type ListProps<T extends { id: string }> = {
  title: string;
  /** Replaces the title above the list, when the list belongs to one object. */
  heading?: string | undefined;
  /** Display texts by column, for filters whose value is not readable. */
  named?: NamedFilters | undefined;
  resource: ListResource;
  list: ListEndpoint<T> & { needs: Rule };
  /** Keep the object itself stable (a constant of the module): rows render again when it changes. */
  renderers?: CellRenderers<T>;
  /** Its rows on a phone. */
  onPhone: Late<TableProps<T>>;
  /** Fields that distinguish rows of the same name, where rows are deleted. */
  details?: readonly (keyof T & string)[];
  /** Returns the reason why a row cannot be deleted. Keep the function itself stable. */
  unselectable?: Unselectable<T>;
  /** Dialogs for actions on selected rows. Keep the object itself stable. */
  dialogs?: BulkDialogs;
  /** Shown beside the title. */
  beside?: ReactNode;
  /** Buttons in the page's header. */
  actions?: ReactNode;
  /** Its usual views show groups: the rows are read with their groups before the view is known, and not a second time. */
  showsTags?: boolean;
  /** The column of the list's date range, for event lists. */
  dateRange?: string;
  /** Shown above the rows; `room` is the space in px that it takes while it loads. */
  above?: { part: FC<AboveRows>; room: () => number };
  /** The meaning of `tab` in the list's address. */
  tabs?: Tabs;
  /** The CSV downloads of the list, with the permission for each. */
  csv?: CsvSource;
  /** Called with the row that the arrow keys move to. */
  onWalk?: (id: string) => void;
  /** Shown while there are no rows at all: what is missing and what to do about it. */
  firstUse: { title: string; hint: string; icon: ReactNode; action?: ReactNode };
};
