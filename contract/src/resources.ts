import type { EntityKind } from './kinds.ts';
import type { TagObjectType } from './groups.ts';
import { paths, type Search } from './paths.ts';
import { can, type Rule } from './permissions.ts';

/** Properties of a list resource that both the portal and the server need. */
type Resource = {
  /** The tab of the list, and the last segment of its path in the portal. */
  section: 'activity' | 'users' | 'devices';
  /** The domain of a row in events; null: rows are events. */
  kind: EntityKind | null;
  /** The object type of its rows' tags; null: none of their own. */
  tags: TagObjectType | null;
  reads: Rule;
  /** Absent: rows are read-only. */
  edits: Rule | null;
  exports: Rule;
  /**
   * Live messages: `rows` lists changed ids, `any` only announces new rows, null sends nothing.
   */
  live: 'rows' | 'any' | null;
};

/**
 * Every list resource. The parts of each (its list on the server, its page in the portal) are records keyed by
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

/** Resources with rows that can be added and changed. */
export type EditableResource = { [R in ListResource]: Resources[R]['edits'] extends null ? never : R }[ListResource];
export const isEditable = (resource: ListResource): resource is EditableResource => resources[resource].edits !== null;

/** Resources with live messages. */
export type LiveResource = { [R in ListResource]: Resources[R]['live'] extends null ? never : R }[ListResource];
export const liveResources = listResources.filter((name): name is LiveResource => resources[name].live !== null);
