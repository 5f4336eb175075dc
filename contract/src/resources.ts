import type { TagObjectType } from './groups.ts';
import { address, type Search } from './paths.ts';
import { can, type Rule } from './permissions.ts';

/** Properties of a list resource that both the portal and the server need. */
type Resource = {
  /** The tab of the header that shows the list, and its path in the portal. */
  section: string;
  /** The query parameter `tab` in a section of several lists, of which the first is the default; null: its only list. */
  tab: string | null;
  /** The domain of a row in events; null: rows are events. */
  kind: string | null;
  /** Its noun in the types of events: `ADD_USER`, `MODIFY_USER`, `DELETE_USER`; null: they have types of their own. */
  events: string | null;
  /** The object type of its rows' tags; null: none of their own. */
  tags: TagObjectType | null;
  reads: Rule;
  /** Null: rows are read-only. */
  edits: Rule | null;
  /** A deleted row can be restored for some time (deletions.ts). */
  isRestorable: boolean;
  exports: Rule;
  /**
   * Live messages: `rows` lists changed ids, `any` only announces new rows, null sends nothing.
   */
  live: 'rows' | 'any' | null;
};

/**
 * Every list resource, in the order of the tabs (specification, part 1, section 2). Its parts (the list on the server, the
 * page in the portal) are records keyed by resource, so that a resource without a part does not compile.
 */
export const resources = {
  event: {
    section: 'activity',
    tab: null,
    kind: null,
    events: null,
    tags: null,
    reads: can.readEvents,
    edits: null,
    isRestorable: false,
    exports: can.exportEvents,
    live: 'any',
  },
  user: {
    section: 'users',
    tab: null,
    kind: 'profile',
    events: 'USER',
    tags: 'users',
    reads: can.readUsers,
    edits: can.editUsers,
    isRestorable: true,
    exports: can.exportUsers,
    live: 'rows',
  },
  device: {
    section: 'devices',
    tab: null,
    kind: 'device',
    events: 'DEVICE',
    tags: 'devices',
    reads: can.readDevices,
    edits: can.editDevices,
    isRestorable: true,
    exports: can.exportDevices,
    live: 'rows',
  },
  'secure-key': {
    section: 'onepass',
    tab: 'Keys',
    kind: 'secureKey',
    events: null,
    tags: 'devices',
    reads: can.readSecureKeys,
    edits: null,
    isRestorable: false,
    exports: can.exportSecureKeys,
    live: 'rows',
  },
  'secure-key-invitation': {
    section: 'onepass',
    tab: 'Invitations',
    kind: 'invitation',
    events: null,
    tags: 'devices',
    reads: can.readSecureKeys,
    edits: null,
    isRestorable: false,
    exports: can.exportSecureKeys,
    live: 'rows',
  },
} as const satisfies Record<string, Resource>;

type Resources = typeof resources;
export type ListResource = keyof Resources;
export const listResources = Object.keys(resources) as [ListResource, ...ListResource[]];

type Section = Resources[ListResource]['section'];
/** The lists of a section, in the order of their tabs. */
export const listsOf = (section: Section) =>
  listResources.filter((resource) => resources[resource].section === section);
/** Lists that share a section with others, so that they have a tab. */
export type TabbedResource = { [R in ListResource]: Resources[R]['tab'] extends null ? never : R }[ListResource];
export const isTabbed = (resource: ListResource): resource is TabbedResource => resources[resource].tab !== null;

/** The parameter `tab` of its address: none for the default of a section. */
export function tabSearch(resource: ListResource): { tab?: string } {
  const { section, tab } = resources[resource];
  return tab === null || listsOf(section)[0] === resource ? {} : { tab };
}
/** The page of a list. */
export const pathOf = (resource: ListResource, search?: Search): string =>
  address(`/${resources[resource].section}`, { ...tabSearch(resource), ...search });
/** The list that an address shows: `tab` chooses among those of its section. */
export function listAt(pathname: string, tab: string | undefined): ListResource | undefined {
  const lists = listResources.filter((resource) => `/${resources[resource].section}` === pathname);
  return lists.find((resource) => resources[resource].tab !== null && resources[resource].tab === tab) ?? lists[0];
}

/** Resources with rows that can be added and changed. */
export type EditableResource = { [R in ListResource]: Resources[R]['edits'] extends null ? never : R }[ListResource];
export const isEditable = (resource: ListResource): resource is EditableResource => resources[resource].edits !== null;

/** Resources whose deleted rows can be restored. */
export type RestorableResource = {
  [R in ListResource]: Resources[R]['isRestorable'] extends true ? R : never;
}[ListResource];
export const isRestorable = (resource: ListResource): resource is RestorableResource =>
  resources[resource].isRestorable;
/** The resource of the row whose deletion an event of this type records; undefined: nothing that can be restored. */
export const restorableOf = (event: string): RestorableResource | undefined =>
  listResources.filter(isRestorable).find((resource) => event === `DELETE_${resources[resource].events}`);

/** Resources with live messages. */
export type LiveResource = { [R in ListResource]: Resources[R]['live'] extends null ? never : R }[ListResource];
export const liveResources = listResources.filter((name): name is LiveResource => resources[name].live !== null);
