// The registry of the lists that modules declare, by resource name.
import type { ListResource } from '@keyward/contract/resources';
import type { AnyList, List } from './types.ts';

const lists = new Map<string, AnyList>();

/**
 * Declares a list. Throws when the resource already has a list, or when the list has no stable order, which a download
 * of several pages needs.
 */
export function defineList<R>(list: List<R>): List<R> {
  if (lists.has(list.resource)) throw new Error(`There are two lists named ${list.resource}.`);
  if (list.views[0].value !== 'Overview') throw new Error(`The first view of ${list.resource} is not Overview.`);
  if (!Object.values(list.columns).some(({ sort }) => sort?.stable)) {
    throw new Error(`${list.resource} has no stable order.`);
  }
  lists.set(list.resource, list);
  return list;
}

export const findList = (resource: string): AnyList | undefined => lists.get(resource);

/** The list of a resource; a module declares it. */
export function listOf(resource: ListResource): AnyList {
  const list = findList(resource);
  if (!list) throw new Error(`No module lists ${resource}.`);
  return list;
}
