import type { CustomView } from '@keyward/contract/list';
import { type ListResource, pathOf } from '@keyward/contract/resources';
import { withoutDrawer } from '#lib/drawerSearch.ts';
import type { Views } from './useViews.ts';

/** The whole address of a view, for others: what else the list on screen shows is no part of it. */
export const linkTo = (resource: ListResource, view: Pick<CustomView, 'value'>): string =>
  location.origin + pathOf(resource, { custom_view: view.value });

/** The address of a view, with what stays when it is chosen: filters and search stay between built-in views. */
export function viewAddress(resource: ListResource, view: CustomView, { current, search }: Views): string {
  if (view.saved || current?.saved) return pathOf(resource, { custom_view: view.value });
  const { sort: _sort, open: _open, tab: _tab, ...stays } = withoutDrawer(search);
  return pathOf(resource, { ...stays, custom_view: view.value });
}
