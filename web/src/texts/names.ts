import type { Locale } from '@keyward/contract/locales';
import { isTabbed, type ListResource, listResources, resources } from '@keyward/contract/resources';
import { listNames, type Namespace } from './namespaces.ts';

type Group = Record<string, string>;
const each = (textsOf: (resource: ListResource) => Group): Group =>
  Object.assign({}, ...listResources.map((resource) => textsOf(resource)));

const tabs = (locale: Locale) =>
  each((resource) => (isTabbed(resource) ? {} : { [resources[resource].section]: listNames[resource][locale].tab }));

const lists = (locale: Locale) =>
  each((resource) => (isTabbed(resource) ? { [resource]: listNames[resource][locale].tab } : {}));

const kinds = (locale: Locale) =>
  each((resource) => {
    const { kind } = resources[resource];
    const names = listNames[resource][locale];
    return kind !== null && 'kind' in names ? { [kind]: names.kind } : {};
  });

const events = (locale: Locale) =>
  each((resource) => {
    const noun = resources[resource].events;
    const names = listNames[resource][locale];
    return noun !== null && 'added' in names
      ? { [`ADD_${noun}`]: names.added, [`MODIFY_${noun}`]: names.changed, [`DELETE_${noun}`]: names.deleted }
      : {};
  });

function groupsOf(namespace: Namespace, locale: Locale): Record<string, Group> {
  if (namespace === 'shell') return { tabs: tabs(locale), lists: lists(locale) };
  return namespace === 'activity' ? { kind: kinds(locale), event: events(locale) } : {};
}

/** The texts of a namespace with the names of lists, of the kinds of their rows and of the events about them. */
export function withNames(texts: Record<string, unknown>, namespace: Namespace, locale: Locale) {
  const named = Object.entries(groupsOf(namespace, locale)).map(([name, group]) => {
    const own = texts[name];
    return [name, { ...(typeof own === 'object' ? own : {}), ...group }];
  });
  return { ...texts, ...Object.fromEntries(named) };
}
