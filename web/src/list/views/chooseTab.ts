import { listSearch, withFilters } from '#list/url.ts';
import type { TabChoice } from './tabs.ts';

/** Shows only the rows of a tab, or all rows; the view stays. */
export function chooseTab({ column, filters, url, view }: TabChoice, tab: string | undefined) {
  const { [column]: _, ...others } = filters;
  const next = tab ? { ...others, [column]: tab } : others;
  url.remake((now) => listSearch({ ...withFilters(now, next), tab, custom_view: view }));
}
