import type { CustomView } from '@keyward/contract/list';
import type { ListResource } from '@keyward/contract/resources';
import { everywhere, useStoredFilters } from '#lib/storedFilters.ts';
import { inOneFilter } from '#list/filters/everywhere.ts';
import { NewReport } from '#parts/NewReport.tsx';
import { useViewText, type Views } from './useViews.ts';
import { contentOf } from './viewState.ts';

type Props = { resource: ListResource; views: Views; view: CustomView; onClose: () => void };

/** Reports the list on screen: its view, filters, search, order and columns as they are now. */
export function ReportView({ resource, views, view, onClose }: Props) {
  const textOf = useViewText();
  const global = useStoredFilters(everywhere);
  const { columns, filter, ...content } = contentOf(views.search, view, views.columns ?? view.columns);
  const filters = inOneFilter(filter, global);
  if (!filters) return null;
  const reported = {
    what: 'list' as const,
    resource,
    ...content,
    filter: filters,
    columns: columns.map(({ accessorKey }) => accessorKey),
  };
  return <NewReport reported={reported} name={textOf(resource, view).label} onClose={onClose} />;
}
