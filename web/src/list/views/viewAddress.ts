import type { CustomView } from '@keyward/contract/list';
import { type ListResource, pathOf } from '@keyward/contract/resources';
import { withoutDrawer } from '#lib/drawerSearch.ts';
import type { Views } from './useViews.ts';

/** The full address of a view, for others: it contains nothing else that the list on screen shows. */
export const linkTo = (resource: ListResource, view: Pick<CustomView, 'value'>): string =>
  location.origin + pathOf(resource, { custom_view: view.value });

/** The address of a view to be chosen: between built-in views, it keeps filters and search. */
export function viewAddress(resource: ListResource, view: CustomView, { current, search }: Views): string {
  if (view.saved || current?.saved) return pathOf(resource, { custom_view: view.value });
  const { sort: _sort, open: _open, tab: _tab, ...stays } = withoutDrawer(search);
  return pathOf(resource, { ...stays, custom_view: view.value });
}
