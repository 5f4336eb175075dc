import type { CustomView } from '@keyward/contract/list';
import type { ListResource } from '@keyward/contract/resources';
import { everywhere, useStoredFilters } from '#lib/storedFilters.ts';
import { inOneFilter } from '#list/filters/everywhere.ts';
import { NewWatch } from '#parts/NewWatch.tsx';
import { useViewText, type Views } from './useViews.ts';
import { contentOf } from './viewState.ts';

type Props = { resource: ListResource; views: Views; view: CustomView; onClose: () => void };

/** Watches the list on screen: its view, filters and search as they are now. */
export function WatchView({ resource, views, view, onClose }: Props) {
  const textOf = useViewText();
  const global = useStoredFilters(everywhere);
  const { base, filter, search } = contentOf(views.search, view, views.columns ?? view.columns);
  const filters = inOneFilter(filter, global);
  if (!filters) return null;
  const watched = { resource, base, filter: filters, search };
  // with unsaved changes, the watch does not refer to the saved view
  const saved = view.saved && !views.search.edited ? view.value : undefined;
  return <NewWatch watched={watched} view={saved} name={textOf(resource, view).label} onClose={onClose} />;
}
