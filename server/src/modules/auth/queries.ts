import { throughProvider, withoutPassword } from '#core/auth/sso-policy.ts';
import { type Db, rows } from '#db/tenant.ts';

export type SignInProfile = {
  id: string;
  name: string;
  email: string | null;
  password_hash: string | null;
  username: string;
  disabled: boolean;
  /** Has to set another password before signing in. */
  password_temporary: boolean;
  /** Signs in through the tenant's identity provider, and not with a password. */
  sso: boolean;
  locations: string[];
};

const signInProfile = `
  select p.id, p.name, p.username, p.email, p.password_hash, p.password_temporary,
    p.disabled or t.suspended_at is not null as disabled,
    ${withoutPassword('p.username_fold')} as sso,
    coalesce((select array_agg(pt.value_id) from profile_tag pt
      join tag_definition d on d.tenant_id = $1 and d.id = pt.tag_definition_id and d.is_location
      where pt.tenant_id = $1 and pt.profile_id = p.id and pt.value_id is not null), '{}') as locations
  from profile p join tenant t on t.id = $1
  where p.tenant_id = $1`;

/** Of the profile p, as a column. */
export const formerPasswords =
  'array(select f.password_hash from former_password f where f.tenant_id = $1 and f.profile_id = p.id)';

/** Hashes of the passwords that a profile has had, and of the present one. */
export async function passwordsOf(db: Db, id: string): Promise<{ former: string[]; password_hash: string | null }> {
  const found = await rows<{ former: string[]; password_hash: string | null }>(
    db,
    `select p.password_hash, ${formerPasswords} as former from profile p where p.tenant_id = $1 and p.id = $2`,
    [db.tenantId, id],
  );
  return found[0] ?? { former: [], password_hash: null };
}

export async function findByUsername(db: Db, username: string): Promise<SignInProfile | undefined> {
  return (await rows<SignInProfile>(db, `${signInProfile} and p.username_fold = fold($2)`, [db.tenantId, username]))[0];
}

/** The profile, locked until the transaction ends. */
export async function lockProfile(db: Db, id: string): Promise<SignInProfile | undefined> {
  const found = await rows<SignInProfile>(db, `${signInProfile} and p.id = $2 for update of p`, [db.tenantId, id]);
  return found[0];
}

export type SsoProvider = { issuer: string; client_id: string; client_secret: Buffer; profile_claim: string };

/** The tenant's identity provider; with a profile ID: only if the policy sends it there. */
export async function ssoProvider(db: Db, username?: string): Promise<SsoProvider | undefined> {
  const found = await rows<SsoProvider>(
    db,
    `select issuer, client_id, client_secret, profile_claim from sso_provider s
     where s.tenant_id = $1 and ($2::text is null or ${throughProvider('fold($2)')})`,
    [db.tenantId, username ?? null],
  );
  return found[0];
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
