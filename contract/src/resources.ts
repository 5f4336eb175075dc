import type { EntityKind } from './kinds.ts';
import type { TagObjectType } from './groups.ts';
import { paths, type Search } from './paths.ts';
import { can, type Rule } from './permissions.ts';

/** What the portal and the server have to know of everything that has a list. */
type Resource = {
  /** The tab that shows it, and the last part of its address in the portal. */
  section: 'activity' | 'users' | 'devices';
  /** What a row is in events; null: a row is an event itself. */
  kind: EntityKind | null;
  /** Whose tags its rows carry; null: none of their own. */
  tags: TagObjectType | null;
  reads: Rule;
  /** Absent: nobody adds, changes or deletes rows. */
  edits: Rule | null;
  exports: Rule;
  /**
   * What the live stream says of it: `rows` names those that changed, `any` only that there are new ones, null nothing.
   */
  live: 'rows' | 'any' | null;
};

/**
 * Every list resource, once. What belongs to one (its list on the server, its page in the portal) is a record over
 * these, so that one without its part does not compile.
 */
export const resources = {
  device: {
    section: 'devices',
    kind: 'device',
    tags: 'devices',
    reads: can.readDevices,
    edits: can.editDevices,
    exports: can.exportDevices,
    live: 'rows',
  },
  event: {
    section: 'activity',
    kind: null,
    tags: null,
    reads: can.readEvents,
    edits: null,
    exports: can.exportEvents,
    live: 'any',
  },
  user: {
    section: 'users',
    kind: 'profile',
    tags: 'users',
    reads: can.readUsers,
    edits: can.editUsers,
    exports: can.exportUsers,
    live: 'rows',
  },
} as const satisfies Record<string, Resource>;

type Resources = typeof resources;
export type ListResource = keyof Resources;
export const listResources = Object.keys(resources) as [ListResource, ...ListResource[]];

/** The page of a list. */
export const pathOf = (resource: ListResource, search?: Search): string => paths[resources[resource].section](search);

/** Those whose rows somebody adds and changes. */
export type EditableResource = { [R in ListResource]: Resources[R]['edits'] extends null ? never : R }[ListResource];
export const isEditable = (resource: ListResource): resource is EditableResource => resources[resource].edits !== null;

/** Those of which the live stream says something. */
export type LiveResource = { [R in ListResource]: Resources[R]['live'] extends null ? never : R }[ListResource];
export const liveResources = listResources.filter((name): name is LiveResource => resources[name].live !== null);
