// The contribution of an area of the contract to the tests of authorisation: one object of type `Resource`, in its own file.
import type { EndpointSpec } from '@keyward/contract/endpoint';
import type { areas } from '@keyward/contract/endpoints';
import type { ListResource } from '@keyward/contract/resources';
import type { Person } from '#testing/people.ts';
import type { Answer, Caller, Portal } from '#testing/portal.ts';

export type Area = keyof typeof areas;
type CallOf<A extends Area> = keyof (typeof areas)[A] & string;

export type Level = 'READ' | 'EDIT' | 'TRUE';
export type Holds = Readonly<Record<string, Level>>;
export type Location = 'North' | 'South' | null;
export type TenantName = 'demo' | 'harbor';

export type Needs =
  | 'anyone'
  | 'signed in'
  | 'in-product admin'
  | 'token'
  | { oneOf: readonly (readonly [string, Level])[]; and?: string | readonly string[]; andReads?: string };
export const reading = (permission: string) => ({ oneOf: [[permission, 'READ']] }) as const;
export const editing = (permission: string) => ({ oneOf: [[permission, 'EDIT']] }) as const;

/** A row of the model: the needs of a call, and its answers. */
export type Call = {
  needs: Needs;
  /** Status for an authorised caller with an existing target. */
  ok: number;
  /** The body moves the target to this location: outside the caller's locations the status is 403, not 404. */
  into?: Location;
  /** The body contains groups, or the call removes some from the target: ASSIGN-ACCESS-GROUPS. */
  regroups?: true;
  /** The target is not bound to a location: callers at any location see it. */
  everywhere?: true;
  /** The permission for this kind of tag: 404 without reading, 403 without editing. */
  ofKind?: 'ACCESS-GROUP-TAGS' | 'TAGS';
  /** Rights that are granted or revoked: the caller must hold them too. */
  grants?: Holds;
  /** The body contains roles: ASSIGN-ROLES. */
  assigns?: true;
  /** The body contains no location: a new profile gets the caller's only one. */
  toOwnStore?: true;
  /** Private to one profile: for others the target does not exist. */
  private?: true;
  /** For the in-product admin, whom the operator appoints: others may not act; or the target does not exist for them. */
  appointed?: 'acts' | 'sees';
  /** The body contains no location, which a device without one needs. */
  needsLocation?: true;
  /** For a call that requires a confirmation: whether the session has confirmed its act in the last minutes. */
  confirmed?: boolean;
};

/** Parameters of a path that name a row. */
export type Ids = { id: string; [parameter: string]: string };
export type Tags = { location: string; department: string; store: (location: Location) => string | null };
export const storeTag = (tags: Tags, location: string) => ({ tagId: tags.location, values: [location] });
export const groupTag = (tags: Tags, value = 'Toys') => ({ tagId: tags.department, values: [value] });

/** A portal with fixtures. */
export type World = {
  portal: Portal;
  /** A connection that no right restricts. */
  owner: Portal['database']['system'];
  tags: Record<TenantName, Tags>;
  /** The id of a profile of the seed, by its profile ID. */
  profileOf: (tenant: TenantName, username: string) => Promise<string>;
  /** The id of a device of the seed. */
  deviceOf: (tenant: TenantName, serial: string) => Promise<string>;
  /** A new row of an area at a location of a tenant. */
  make: (area: Area, tenant: TenantName, location: Location) => Promise<Ids>;
  /** A number that was not used before. */
  next: () => number;
};
/** Creates a row. `forOnce`: a call that succeeds may change it. */
export type Make = (world: World, tenant: TenantName, location: Location, forOnce: boolean) => Promise<Ids>;

/** One cell of the matrix, from which the parts of its call are made. */
export type Cell = {
  /** The target. */
  id: string;
  /** The same, with the ids of rows that were made with it. */
  ids: Ids;
  /** The tags of the caller's tenant, and of the other one. */
  tags: Tags;
  foreignTags: Tags;
  /** A row of the caller's tenant at North, and one of the other tenant, to refer to. */
  own: (area: Area) => Ids;
  foreign: (area: Area) => Ids;
  next: () => number;
};

/** A call of the matrix: a row of the model, and the request. */
export type Row = Call & {
  /** The part of its name after the slash, for another body or query of the same call. */
  variant?: string;
  query?: string;
  /** Parameters of the path that the target does not set. */
  params?: (cell: Cell) => Record<string, string>;
  body?: (cell: Cell) => object;
  /** The file, for a call that takes one. */
  file?: (cell: Cell) => string;
  /** Creates its target; default: `make` of the area. */
  target?: Make;
  /** Names its target in the body. */
  aimsInBody?: true;
  /** Its refusal is recorded as an event. */
  leavesTrace?: true;
  endsSession?: true;
};

/** The list of an area. Its views and filter options are calls of the matrix, its queries are read by location. */
export type ListCase = {
  resource: ListResource;
  needs: Needs;
  /** The column of names. */
  named: string;
  sorts: readonly string[];
  /** Columns whose values filters offer; the first one stands for all in the matrix. */
  options: readonly [string, ...string[]];
};

export type LocationCase = {
  /** Paths of further reads; callers without South always get the same bytes. */
  reads?: readonly string[];
  /** Adds, changes and deletes objects at South and without a location, by profiles unrelated to North. */
  stir?: () => Promise<unknown>;
};

export type Walk = {
  world: World;
  /** The location of created rows. */
  tags: { tagId: string; values: string[] }[];
  /** Texts that no event may contain. */
  secrets: string[];
};
/** A write, the single event that it records, and the function that makes it. */
export type Step<C extends string> = readonly [call: C, event: string, make: () => Promise<unknown>];

/** Rows that all callers may see (`here`), of the own tenant at South (`away`), and of the other tenant (`theirs`). */
export type Scene = {
  world: World;
  here: (area: Area) => Ids;
  away: (area: Area) => Ids;
  theirs: (area: Area) => Ids;
};
export type Hidden = {
  theirs: string;
  /** Absent: rows have no location. */
  away?: string;
  /** Default: admin, manager and clerk. */
  by?: readonly Person[];
  /** The table that counts wrong calls of an address. */
  counts?: string;
};
/** A place in a call that takes an id, with ids that have to be answered like unknown ones. */
export type Slot = Hidden & {
  spec: EndpointSpec;
  parts: (id: string) => unknown;
  ask: (as: Caller, id: string) => Promise<Answer>;
};
export type References = {
  slots: Record<string, Slot>;
  /** Calls that name a value of the tag Department. */
  valueNames?: Record<string, (as: Caller, name: string) => Promise<Answer>>;
};

export type Resource<C extends string> = {
  /** The permissions that its calls read, with their levels; each of them decides some call. */
  permissions?: Readonly<Record<string, readonly Level[]>>;
  /** The levels that people of the test world hold; an administrator holds all. */
  held?: Partial<Record<'clerk' | 'manager' | 'editor', Holds>>;
  /** Creates a row: a target of the matrix, and an id for others to refer to. */
  make?: Make;
  calls: Record<C, Row | readonly Row[]>;
  list?: ListCase;
  /** Reads that show the same at all locations. */
  tenantWide?: readonly C[];
  locations?: (world: World) => Promise<LocationCase>;
  /** Writes, ordered so that each finds its target. Rows that a step does not create itself are made before. */
  walk?: (walk: Walk) => Promise<Step<C>[]> | Step<C>[];
  /** Calls other than GET without an effect of their own, and those that need an identity provider. */
  notWalked?: readonly C[];
  /** Ids in bodies, filters and further places of paths. */
  references?: (scene: Scene) => Promise<References> | References;
};
export type ResourceOf<A extends Area> = Resource<CallOf<A>>;
