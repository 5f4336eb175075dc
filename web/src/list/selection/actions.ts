import type { ViewAction } from '@keyward/contract/list';
import { can, type Rule } from '@keyward/contract/permissions';
import { textOf, valueAt } from '#lib/values.ts';

type Row = { id: string };

/** Is the row in the state that the action requires? '*' matches any value that is not empty. */
export const fits = (action: Pick<ViewAction, 'state'>, row: Row): boolean =>
  Object.entries(action.state).every(([name, wanted]) => {
    const value = textOf(valueAt(row, name));
    return wanted === '*' ? value !== '' : value === wanted;
  });

const rules: Record<string, Rule> = can;
/** The rule of an action; a name unknown to this build becomes a rule that never holds. */
export const ruleOf = (action: ViewAction): Rule | undefined =>
  action.needs === undefined
    ? undefined
    : Object.hasOwn(rules, action.needs)
      ? rules[action.needs]
      : { name: action.needs, holds: () => false, permissions: [] };

/** Fills each `{name}` of a template with the row's value of that name. */
const filled = (template: string, row: Row | undefined): string =>
  template.replace(/\{([\w.]+)\}/g, (_, name: string) => encodeURIComponent(row ? textOf(valueAt(row, name)) : ''));

/** Segments of plain characters; excludes `.` and `..`, also when they are encoded. */
const plainPath = /^\/(?:[\w~%-][\w.~%-]*)(?:\/[\w~%-][\w.~%-]*)*$/;
const hidden = /%(?:2e|2f|5c|00)/i;

/** An address of the portal's own API without detours; nothing else may be called (security.md, T17). */
export function apiAddress(template: string, row?: Row): `/api/v1/${string}` | undefined {
  const path = filled(template, row);
  const rest = path.startsWith('/api/v1/') ? path.slice('/api/v1/'.length) : '';
  return rest && plainPath.test(path) && !hidden.test(path) ? `/api/v1/${rest}` : undefined;
}

/** A page of the portal, with the search parameters of the link. */
export function portalAddress(template: string, row?: Row): string | undefined {
  const [path = '', search = '', ...more] = filled(template, row).split('?');
  const plain = plainPath.test(path) && !hidden.test(path) && !/^\/(api|gateway|assets)(\/|$)/.test(path);
  return plain && more.length === 0 && !/[\\#\s]/.test(search) ? (search ? `${path}?${search}` : path) : undefined;
}

/** The body of the request. Specification, part 2, section 7 'Custom row actions'. */
export function bodyOf(
  action: ViewAction,
  what: { single: Row } | { ids: string[] } | { all: number; without: readonly string[] },
  filterData: Record<string, string>,
): Record<string, unknown> {
  if ('all' in what) {
    const { all: count, without } = what;
    return { filterData, count, ...(without.length ? { without } : {}) };
  }
  const ids = 'single' in what ? [what.single.id] : what.ids;
  if (action.idsName !== undefined) return { [action.idsName]: ids };
  return 'single' in what ? { resource: what.single.id, filterData } : { ids, filterData };
}
