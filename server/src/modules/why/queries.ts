import { isValueOf, type PermissionId, type PermissionValue, valueIn } from '@keyward/contract/permissions';
import type { RoleLabel } from '@keyward/contract/roles';
import { ownLocations } from '#core/list/conditions/scope.ts';
import { profileWithin } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import { type Db, rows } from '#db/tenant.ts';

/** So many names are enough to ask somebody. */
const few = 5;
type Sight = Pick<Actor, 'allData' | 'locations'>;

async function names(db: Db, actor: Sight, condition: string, values: readonly unknown[]): Promise<string[]> {
  const text = `select p.name from profile p where p.tenant_id = $1 and not p.disabled and ${profileWithin('p.id', '$2')}
    and ${condition} order by p.name_fold collate natural_order, p.id limit ${few}`;
  const found = await rows<{ name: string }>(db, text, [db.tenantId, await ownLocations(db, actor), ...values]);
  return found.map((p) => p.name);
}

/** True for a profile p that holds a permission at its highest. */
const holds = (permission: string) => `exists (select from profile_role pr
  join role_permission rp on rp.tenant_id = $1 and rp.role_id = pr.role_id and rp.permission = ${permission}
    and rp.value in ('EDIT', 'TRUE')
  where pr.tenant_id = $1 and pr.profile_id = p.id)`;

/**
 * Some who hold a permission at its highest and work at all of these places, or see everything: by name, within the
 * caller's sight. Assigning something to a person asks for the right to edit profiles as well.
 */
export const holdersOf = (
  db: Db,
  actor: Sight,
  permission: PermissionId,
  places: readonly string[],
): Promise<string[]> =>
  names(
    db,
    actor,
    `${holds('$3')} and ($3 not like 'ASSIGN-%' or ${holds(`'USERS'`)}) and (${holds(`'ALL-DATA-ACCESS'`)}
       or (cardinality($4::uuid[]) > 0 and cardinality($4::uuid[]) = (
         select count(distinct w.value_id) from profile_tag w
         where w.tenant_id = $1 and w.profile_id = p.id and w.value_id = any($4::uuid[]))))`,
    [permission, [...new Set(places)]],
  );

/** In-product administrators within the caller's sight. */
export const administrators = (db: Db, actor: Sight): Promise<string[]> => names(db, actor, 'p.is_keyward_admin', []);

/** The name of a profile, if the caller may see it. */
export async function nameOfProfile(db: Db, actor: Sight, id: string): Promise<string | undefined> {
  const text = `select p.name from profile p where p.tenant_id = $1 and p.id = $3 and ${profileWithin('p.id', '$2')}`;
  const [found] = await rows<{ name: string }>(db, text, [db.tenantId, await ownLocations(db, actor), id]);
  return found?.name;
}

export async function nameOfTag(db: Db, id: string): Promise<string> {
  const found = await db.selectFrom('tag_definition').select('label').where('id', '=', id).executeTakeFirst();
  return found?.label ?? '';
}

/** What each role of a profile says of a permission. */
export async function rolesOf(
  db: Db,
  profileId: string,
  permission: PermissionId,
): Promise<(RoleLabel & { value: PermissionValue })[]> {
  const found = await rows<RoleLabel & { value: string | null }>(
    db,
    `select r.id, r.name, r.built_in as "builtIn", rp.value from profile_role pr
     join role r on r.tenant_id = $1 and r.id = pr.role_id
     left join role_permission rp on rp.tenant_id = $1 and rp.role_id = r.id and rp.permission = $3
     where pr.tenant_id = $1 and pr.profile_id = $2 order by r.name_fold collate natural_order, r.id`,
    [db.tenantId, profileId, permission],
  );
  return found.map(({ value, ...role }) => ({
    ...role,
    value: value !== null && isValueOf(permission, value) ? value : valueIn({}, permission),
  }));
}
