import type { ViewAction } from '@keyward/contract/list';
import { can, type Rule } from '@keyward/contract/permissions';
import { textOf, valueAt } from '#list/values.ts';

type Row = { id: string };

/** Is the row in the state that the action asks for? '*' is any value that is not empty. */
export const fits = (action: Pick<ViewAction, 'state'>, row: Row): boolean =>
  Object.entries(action.state).every(([name, wanted]) => {
    const value = textOf(valueAt(row, name));
    return wanted === '*' ? value !== '' : value === wanted;
  });

const rules: Record<string, Rule> = can;
/** The rule an action needs; a name that this build does not know is a rule nobody keeps. */
export const ruleOf = (action: ViewAction): Rule | undefined =>
  action.needs === undefined
    ? undefined
    : Object.hasOwn(rules, action.needs)
      ? rules[action.needs]
      : { name: action.needs, holds: () => false, permissions: [] };

/** `{name}` of a template filled with the row's value of that name. */
const filled = (template: string, row: Row | undefined): string =>
  template.replace(/\{([\w.]+)\}/g, (_, name: string) => encodeURIComponent(row ? textOf(valueAt(row, name)) : ''));

/** One segment after the other of plain characters; `.` and `..`, spelled as they may be, are none. */
const plainPath = /^\/(?:[\w~%-][\w.~%-]*)(?:\/[\w~%-][\w.~%-]*)*$/;
const hidden = /%(?:2e|2f|5c|00)/i;

/** The portal's own API at an address without detours; nothing else may be called (security.md, T17). */
export function apiAddress(template: string, row?: Row): `/api/v1/${string}` | undefined {
  const path = filled(template, row);
  const rest = path.startsWith('/api/v1/') ? path.slice('/api/v1/'.length) : '';
  return rest && plainPath.test(path) && !hidden.test(path) ? `/api/v1/${rest}` : undefined;
}

/** A page of the portal, with its search parameters as the link has them. */
export function portalAddress(template: string, row?: Row): string | undefined {
  const [path = '', search = '', ...more] = filled(template, row).split('?');
  const plain = plainPath.test(path) && !hidden.test(path) && !/^\/(api|gateway|assets)(\/|$)/.test(path);
  return plain && more.length === 0 && !/[\\#\s]/.test(search) ? (search ? `${path}?${search}` : path) : undefined;
}

/** What is sent. Specification, part 2, section 7 'Custom row actions'. */
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
