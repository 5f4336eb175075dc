import type { ListResource } from '@keyward/contract/resources';
import type { ListEndpoint } from '#lib/listApi.ts';
import type { Filters } from '#lib/storedFilters.ts';
import type { CsvSource } from '#list/csv/CsvButton.tsx';
import type { NamedFilters } from '#list/filters/FilterBar.tsx';
import type { Views } from '#list/views/useViews.ts';

type Row = { id: string };
/** Props of a printout: its list, and the rows to print. */
export type PrintProps = {
  heading: string;
  resource: ListResource;
  list: ListEndpoint<Row>;
  query: Record<string, string>;
  views: Views;
  filters: Filters;
  named: NamedFilters | undefined;
  dateRange: string | undefined;
  csv: CsvSource | undefined;
  /** The loaded rows, and the number of all. */
  rows: readonly Row[];
  total: number;
  /** The rows belong to `query`, not to the one before. */
  isShown: boolean;
  /** Reads all rows first. */
  isWhole: boolean;
  onDone: () => void;
};
