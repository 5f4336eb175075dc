// Names and permissions of a tenant, cached in the process under the stamp that each change of them renews.
import { isPermissionId, isValueOf, mergeRoles, type Permissions } from '@keyward/contract/permissions';
import type { RoleLabel } from '@keyward/contract/roles';
import { LRUCache } from 'lru-cache';
import { runSql, own, sql } from '#db/sql.ts';
import type { Db } from '#db/tenant.ts';

type Role = RoleLabel & { permissions: Permissions; rank: number };
type Value = { name: string; isLocation: boolean; rank: number };

export type Dictionary = {
  readonly stamp: string;
  /** Whether the id is that of a role, a tag value, or a group tag (which stands for all of its values). */
  knows: (id: string) => boolean;
  /** The roles with these ids, ordered by name. */
  roles: (ids: readonly string[]) => RoleLabel[];
  /** The names of values of location tags, or of group tags, in the tags' order; '*' for all values of a tag. */
  names: (ids: readonly string[], of: 'locations' | 'groups') => string[];
  /** Those of these values of tags that are locations. */
  locations: (valueIds: readonly string[]) => string[];
  /** The permissions of a profile with these roles. */
  rights: (roleIds: readonly string[]) => Permissions;
};

type Loaded = {
  stamp: string | null;
  roles: (RoleLabel & { grants: Record<string, string> })[];
  /** Groups and locations in their order, each with its ordered values: id and name. */
  tags: { id: string; isLocation: boolean; values: [id: string, name: string][] }[];
};

const load = sql`
  select (select y.stamp from dictionary y where ${own('y')} limit 1) as stamp,
    (select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'builtIn', r.built_in, 'grants',
        (select coalesce(json_object_agg(g.permission, g.value), '{}') from role_permission g
          where ${own('g')} and g.role_id = r.id))
        order by r.name_fold collate natural_order, r.id), '[]')
      from role r where ${own('r')}) as roles,
    (select coalesce(json_agg(json_build_object('id', f.id, 'isLocation', f.is_location, 'values',
        (select coalesce(json_agg(json_build_array(v.id, v.name) order by v.position, v.id), '[]') from tag_value v
          where ${own('v')} and v.tag_definition_id = f.id))
        order by f.position, f.id), '[]')
      from tag_definition f where ${own('f')} and f.type = 1) as tags`;

function rightsOf(grants: Record<string, string>): Permissions {
  const held: Permissions = {};
  // permissions that the catalogue does not have grant nothing
  for (const [id, value] of Object.entries(grants)) if (isPermissionId(id) && isValueOf(id, value)) held[id] = value;
  return held;
}

/** `bytes`: the approximate memory use. */
function dictionaryOf({ stamp, ...loaded }: Loaded): { dictionary: Dictionary; bytes: number } {
  const roles = new Map<string, Role>();
  for (const { grants, ...role } of loaded.roles) {
    roles.set(role.id, { ...role, permissions: rightsOf(grants), rank: roles.size });
  }
  const values = new Map<string, Value>();
  for (const { id, isLocation, values: named } of loaded.tags) {
    values.set(id, { name: '*', isLocation, rank: values.size });
    for (const [value, name] of named) values.set(value, { name, isLocation, rank: values.size });
  }
  const inOrder = <T extends { rank: number }>(from: ReadonlyMap<string, T>, ids: readonly string[]): T[] => {
    const all: T[] = [];
    for (const id of ids) {
      const one = from.get(id);
      if (one) all.push(one);
    }
    return all.length > 1 ? all.toSorted((a, b) => a.rank - b.rank) : all;
  };
  const dictionary: Dictionary = {
    stamp: stamp ?? '',
    knows: (id) => values.has(id) || roles.has(id),
    roles: (ids) => inOrder(roles, ids).map(({ id, name, builtIn }) => ({ id, name, builtIn })),
    names: (ids, of) => {
      const names: string[] = [];
      for (const { name, isLocation } of inOrder(values, ids))
        if (isLocation === (of === 'locations')) names.push(name);
      return names;
    },
    locations: (ids) => ids.filter((id) => values.get(id)?.isLocation),
    rights: (ids) => mergeRoles(inOrder(roles, ids).map(({ permissions }) => permissions)),
  };
  return { dictionary, bytes: 1000 * (roles.size + 1) + 300 * values.size };
}

const mebibyte = 1024 * 1024;
/** By tenant, evicting the least recently used. */
const cache = new LRUCache<string, Dictionary>({ maxSize: 30 * mebibyte });

/**
 * Loads the tenant's current roles, tags and values into the cache. Must not run in a transaction that has changed
 * them: it would cache uncommitted data.
 */
export async function loadDictionary(db: Db): Promise<Dictionary> {
  const [loaded] = await runSql<Loaded>(db, load);
  if (!loaded) throw new Error('a select without a table answers one row');
  const { dictionary, bytes } = dictionaryOf(loaded);
  if (dictionary.stamp) cache.set(db.tenantId, dictionary, { size: bytes });
  return dictionary;
}

/** The tenant's dictionary as last loaded, if it is in the cache. */
export const cachedDictionary = (tenantId: string): Dictionary | undefined => cache.get(tenantId);

/** The dictionary as of this stamp or a later one: `stamp` was read by the request before any change of its own. */
export async function dictionaryAsOf(db: Db, stamp: string | null): Promise<Dictionary> {
  const cached = cache.get(db.tenantId);
  return cached?.stamp === stamp ? cached : loadDictionary(db);
}
