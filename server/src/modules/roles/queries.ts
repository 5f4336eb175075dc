import { type BuiltInRole, toPermissions } from '@keyward/contract/roles';
import {
  isPermissionId,
  type PermissionId,
  type Permissions,
  type PermissionValue,
} from '@keyward/contract/permissions';
import { insertRows } from '#db/bulk.ts';
import { profileWithin } from '#core/auth/scope.ts';
import { type Db, rows } from '#db/tenant.ts';

type Row = {
  id: string;
  name: string;
  built_in: BuiltInRole | null;
  locked: boolean;
  version: number;
  updated_by: string | null;
  updated_at: string;
  held: Record<string, string>;
  profiles: number;
};
export type StoredRole = Omit<Row, 'held'> & { permissions: Permissions };

const heldOf = (role: string) => `coalesce((select jsonb_object_agg(rp.permission, rp.value) from role_permission rp
    where rp.tenant_id = $1 and rp.role_id = ${role}), '{}')`;
const roleSql = `
  select r.id, r.name, r.built_in, r.locked, r.version, r.updated_by, r.updated_at, ${heldOf('r.id')} as held,
    (select count(*)::int from profile_role pr where pr.tenant_id = $1 and pr.role_id = r.id) as profiles
  from role r where r.tenant_id = $1`;

/** What the catalogue does not know grants nothing. */
const known = (held: Record<string, string>): Permissions =>
  toPermissions(Object.entries(held).flatMap(([id, value]) => (isPermissionId(id) ? [{ id, value }] : [])));
const toRole = ({ held, ...row }: Row): StoredRole => ({ ...row, permissions: known(held) });

/** Locked ones first, then by name. */
export async function findRoles(db: Db, limit: number, offset: number): Promise<StoredRole[]> {
  const text = `${roleSql} order by r.locked desc, r.name_fold collate natural_order, r.id limit $2 offset $3`;
  return (await rows<Row>(db, text, [db.tenantId, limit, offset])).map(toRole);
}

export async function countRoles(db: Db): Promise<number> {
  const [row] = await rows<{ n: number }>(db, 'select count(*)::int as n from role where tenant_id = $1', [
    db.tenantId,
  ]);
  return row?.n ?? 0;
}

export async function findRole(db: Db, id: string): Promise<StoredRole | undefined> {
  return (await rows<Row>(db, `${roleSql} and r.id = $2`, [db.tenantId, id])).map(toRole)[0];
}

export async function insertRole(db: Db, role: { name: string; updated_by: string }): Promise<string> {
  const { id } = await db.insertInto('role').values(role).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateRole(db: Db, id: string, change: { name: string; updated_by: string }): Promise<void> {
  await db
    .updateTable('role')
    .set((eb) => ({
      ...change,
      // under another name it is the tenant's own
      built_in: eb.case().when('name', '=', change.name).then(eb.ref('built_in')).else(null).end(),
      version: eb('version', '+', 1),
      updated_at: eb.fn<string>('now'),
    }))
    .where('id', '=', id)
    .execute();
}

export async function deleteRole(db: Db, id: string): Promise<void> {
  await db.deleteFrom('role').where('id', '=', id).execute();
}

/** Writes these values; NONE and FALSE are kept as no row. */
export async function writePermissions(
  db: Db,
  roleId: string,
  values: readonly { id: PermissionId; value: PermissionValue }[],
): Promise<void> {
  if (values.length) {
    await db
      .deleteFrom('role_permission')
      .where('role_id', '=', roleId)
      .where(
        'permission',
        'in',
        values.map(({ id }) => id),
      )
      .execute();
  }
  const held = values.filter(({ value }) => value !== 'NONE' && value !== 'FALSE');
  await insertRows(
    db,
    'role_permission (tenant_id, role_id, permission, value)',
    held.map(({ id, value }) => [roleId, id, value]),
  );
}

/**
 * The holders of a role by the other roles that they hold, as far as those have one of `permissions`: people with the
 * same others are concerned alike. `others` are role ids by comma, '' for none. $4: the caller's locations, null: all.
 */
const holders = `
  select p.id, p.name, p.name_fold, p.disabled, ${profileWithin('p.id', '$4')} as seen,
    coalesce((select string_agg(o.role_id::text, ',' order by o.role_id) from profile_role o
      where o.tenant_id = $1 and o.profile_id = p.id and o.role_id <> $2 and exists (
        select from role_permission rp where rp.tenant_id = $1 and rp.role_id = o.role_id
          and rp.permission = any($3::text[]))), '') as others
  from profile_role pr join profile p on p.tenant_id = $1 and p.id = pr.profile_id
  where pr.tenant_id = $1 and pr.role_id = $2`;

export type HolderKind = { others: string; n: number; seen: number };
type Holders = { roleId: string; permissions: readonly PermissionId[]; locations: readonly string[] | null };
const holderValues = (db: Db, h: Holders) => [db.tenantId, h.roleId, h.permissions, h.locations];

export async function holderKinds(db: Db, of: Holders): Promise<HolderKind[]> {
  const text = `select h.others, count(*)::int as n, (count(*) filter (where h.seen))::int as seen
    from (${holders}) h group by h.others`;
  return rows<HolderKind>(db, text, holderValues(db, of));
}

export type Holder = { id: string; name: string; disabled: boolean; others: string };

/** The holders of these kinds whom the caller may see, by name. */
export async function seenHolders(db: Db, of: Holders, kinds: readonly string[], limit: number): Promise<Holder[]> {
  const text = `select h.id, h.name, h.disabled, h.others from (${holders}) h
    where h.seen and h.others = any($5::text[]) order by h.name_fold collate natural_order, h.id limit $6`;
  return rows<Holder>(db, text, [...holderValues(db, of), kinds, limit]);
}

/** What roles hold, by id. */
export async function permissionsOf(db: Db, ids: readonly string[]): Promise<Map<string, Permissions>> {
  const found = await rows<{ id: string; held: Record<string, string> }>(
    db,
    `select r.id, ${heldOf('r.id')} as held from role r where r.tenant_id = $1 and r.id = any($2::uuid[])`,
    [db.tenantId, ids],
  );
  return new Map(found.map(({ id, held }) => [id, known(held)]));
}
