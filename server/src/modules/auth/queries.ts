import { type Db, rows } from '#db/tenant.ts';

export type SignInProfile = {
  id: string;
  name: string;
  email: string | null;
  password_hash: string | null;
  disabled: boolean;
  locations: string[];
};

const byUsername = `
  select p.id, p.name, p.email, p.password_hash, p.disabled or t.suspended_at is not null as disabled,
    coalesce((select array_agg(pt.value_id) from profile_tag pt
      join tag_definition d on d.tenant_id = $1 and d.id = pt.tag_definition_id and d.is_location
      where pt.tenant_id = $1 and pt.profile_id = p.id and pt.value_id is not null), '{}') as locations
  from profile p join tenant t on t.id = $1
  where p.tenant_id = $1 and p.username_fold = fold($2)`;

export async function findByUsername(db: Db, username: string): Promise<SignInProfile | undefined> {
  return (await rows<SignInProfile>(db, byUsername, [db.tenantId, username]))[0];
}

export type RoleRow = { id: string; name: string; locked: boolean; permissions: Record<string, string> };

const rolesOfProfile = `
  select r.id, r.name, r.locked, coalesce((select jsonb_object_agg(rp.permission, rp.value) from role_permission rp
    where rp.tenant_id = $1 and rp.role_id = r.id), '{}') as permissions
  from profile_role pr join role r on r.tenant_id = $1 and r.id = pr.role_id
  where pr.tenant_id = $1 and pr.profile_id = $2 order by r.name_fold`;

export async function rolesOf(db: Db, profileId: string): Promise<RoleRow[]> {
  return rows<RoleRow>(db, rolesOfProfile, [db.tenantId, profileId]);
}
