import { isPermissionId, type Permissions } from '@keyward/contract/permissions';
import { type RoleLabel, toPermissions } from '@keyward/contract/roles';
import { insertRows } from '#db/bulk.ts';
import { withoutPassword } from '#core/auth/sso-policy.ts';
import { holdTags, type TagRow } from '#core/tags/tags.ts';
import { type Db, rows } from '#db/tenant.ts';

type Held = Record<string, string>;
type Row = {
  id: string;
  name: string;
  username: string;
  email: string | null;
  disabled: boolean;
  is_keyward_admin: boolean;
  sso: boolean;
  password_hash: string | null;
  password_temporary: boolean;
  customer: string;
  version: number;
  updated_by: string | null;
  last_active_at: string | null;
  created_at: string;
  updated_at: string;
  roles: (Omit<StoredRole, 'permissions'> & { held: Held })[];
  tags: TagRow[];
  /** Where the person works: tag_value ids. */
  locations: string[];
  /** Hashes of every password that the profile has had. */
  former: string[];
};
export type StoredRole = RoleLabel & { locked: boolean; permissions: Permissions };
export type StoredProfile = Omit<Row, 'roles'> & { roles: StoredRole[] };

const heldOf = `coalesce((select jsonb_object_agg(rp.permission, rp.value) from role_permission rp
    where rp.tenant_id = $1 and rp.role_id = r.id), '{}')`;

const profileSql = `
  select p.id, p.name, p.username, p.email, p.disabled, p.is_keyward_admin, p.password_hash, p.password_temporary,
    ${withoutPassword('p.username_fold')} as sso, t.name as customer, p.version, p.updated_by, p.last_active_at, p.created_at, p.updated_at,
    coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'builtIn', r.built_in, 'locked', r.locked, 'held', ${heldOf})
        order by r.name_fold collate natural_order, r.id)
      from profile_role pr join role r on r.tenant_id = $1 and r.id = pr.role_id
      where pr.tenant_id = $1 and pr.profile_id = p.id), '[]') as roles,
    coalesce((select jsonb_agg(jsonb_build_object('tag_definition_id', g.tag_definition_id, 'value_id', g.value_id,
        'text', g.text, 'every_value', g.every_value))
      from profile_tag g where g.tenant_id = $1 and g.profile_id = p.id), '[]') as tags,
    array(select g.value_id from profile_tag g join tag_definition d on d.tenant_id = $1 and d.id = g.tag_definition_id
        and d.is_location
      where g.tenant_id = $1 and g.profile_id = p.id and g.value_id is not null) as locations,
    array(select f.password_hash from former_password f where f.tenant_id = $1 and f.profile_id = p.id) as former
  from profile p join tenant t on t.id = $1
  where p.tenant_id = $1 and p.id = any($2::uuid[]) order by p.id`;

/** What the catalogue does not know grants nothing. */
const known = (held: Held): Permissions =>
  toPermissions(Object.entries(held).flatMap(([id, value]) => (isPermissionId(id) ? [{ id, value }] : [])));
const toProfile = (row: Row): StoredProfile => ({
  ...row,
  roles: row.roles.map(({ held, ...role }) => ({ ...role, permissions: known(held) })),
});

/** Profiles by id; one that does not exist is absent. */
export async function findProfiles(db: Db, ids: readonly string[]): Promise<StoredProfile[]> {
  return (await rows<Row>(db, profileSql, [db.tenantId, [...ids]])).map(toProfile);
}
export const findProfile = async (db: Db, id: string): Promise<StoredProfile | undefined> =>
  (await findProfiles(db, [id]))[0];

/** The same, locked until the transaction ends. */
export async function lockProfiles(db: Db, ids: readonly string[]): Promise<StoredProfile[]> {
  return (await rows<Row>(db, `${profileSql} for update of p`, [db.tenantId, [...ids]])).map(toProfile);
}
export const lockProfile = async (db: Db, id: string): Promise<StoredProfile | undefined> =>
  (await lockProfiles(db, [id]))[0];

/** Roles by id; one that does not exist is absent. */
export async function findRoles(db: Db, ids: readonly string[]): Promise<StoredRole[]> {
  if (ids.length === 0) return [];
  const text = `select r.id, r.name, r.built_in as "builtIn", r.locked, ${heldOf} as held from role r
    where r.tenant_id = $1 and r.id = any($2::uuid[]) order by r.name_fold collate natural_order, r.id`;
  const found = await rows<Omit<StoredRole, 'permissions'> & { held: Held }>(db, text, [db.tenantId, [...ids]]);
  return found.map(({ held, ...role }) => ({ ...role, permissions: known(held) }));
}

/** The first of these roles that no enabled profile holds, by name. */
export async function unheldRole(
  db: Db,
  ids: readonly string[],
): Promise<Pick<RoleLabel, 'name' | 'builtIn'> | undefined> {
  const [one] = await rows<Pick<RoleLabel, 'name' | 'builtIn'>>(
    db,
    `select r.name, r.built_in as "builtIn" from role r where r.tenant_id = $1 and r.id = any($2::uuid[]) and not exists (
       select from profile_role pr join profile p on p.tenant_id = $1 and p.id = pr.profile_id and not p.disabled
       where pr.tenant_id = $1 and pr.role_id = r.id)
     order by r.name_fold limit 1`,
    [db.tenantId, [...ids]],
  );
  return one;
}

type Written = { name: string; username: string; email: string | null; disabled: boolean; updated_by: string };
type Password = { password_hash: string; password_temporary: true };

export async function insertProfile(db: Db, profile: Written & Partial<Password>): Promise<string> {
  const { id } = await db.insertInto('profile').values(profile).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateProfile(db: Db, id: string, change: Written & Partial<Password>): Promise<void> {
  await db
    .updateTable('profile')
    .set((eb) => ({
      ...change,
      version: eb('version', '+', 1),
      updated_at: eb.fn<string>('now'),
      // what was issued for the password before is void
      ...(change.password_hash ? { password_version: eb('password_version', '+', 1) } : {}),
    }))
    .where('id', '=', id)
    .execute();
}

/** Keeps passwords, so that none of them comes back. */
export async function keepPasswords(db: Db, id: string, hashes: readonly string[]): Promise<void> {
  await insertRows(
    db,
    'former_password (tenant_id, profile_id, password_hash)',
    hashes.map((hash) => [id, hash]),
  );
}

export async function replaceRoles(db: Db, id: string, roleIds: readonly string[]): Promise<void> {
  await db.deleteFrom('profile_role').where('profile_id', '=', id).execute();
  await insertRows(
    db,
    'profile_role (tenant_id, profile_id, role_id)',
    roleIds.map((role) => [id, role]),
  );
}

/** Replaces what the profile carries of the named tags. */
export async function replaceTags(db: Db, id: string, tagIds: string[], stored: TagRow[]): Promise<void> {
  if (tagIds.length) {
    await holdTags(db, tagIds);
    await db.deleteFrom('profile_tag').where('profile_id', '=', id).where('tag_definition_id', 'in', tagIds).execute();
  }
  if (stored.length) {
    await db
      .insertInto('profile_tag')
      .values(stored.map((row) => ({ ...row, profile_id: id })))
      .execute();
  }
}

export async function deleteProfiles(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom('profile')
    .where('id', 'in', [...ids])
    .execute();
}
