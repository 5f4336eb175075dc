import { newSecret, secretHash } from '#core/auth/secrets.ts';
import { type Db, rows } from '#db/tenant.ts';

export type RoleRow = { id: string; name: string; locked: boolean; permissions: Record<string, string> };

const rolesOfProfile = `
  select r.id, r.name, r.locked, coalesce((select jsonb_object_agg(rp.permission, rp.value) from role_permission rp
    where rp.tenant_id = $1 and rp.role_id = r.id), '{}') as permissions
  from profile_role pr join role r on r.tenant_id = $1 and r.id = pr.role_id
  where pr.tenant_id = $1 and pr.profile_id = $2 order by r.name_fold`;

export async function rolesOf(db: Db, profileId: string): Promise<RoleRow[]> {
  return rows<RoleRow>(db, rolesOfProfile, [db.tenantId, profileId]);
}

export async function hasPasskey(db: Db, profileId: string): Promise<boolean> {
  const found = await rows(db, 'select from passkey where tenant_id = $1 and profile_id = $2 limit 1', [
    db.tenantId,
    profileId,
  ]);
  return found.length > 0;
}

/** A token for the second step of a sign-in: five minutes, one session, void with the next password. */
export async function issueSecondFactor(db: Db, profileId: string): Promise<string> {
  const token = newSecret();
  await rows(
    db,
    `insert into second_factor (tenant_id, profile_id, token_hash, password_version, expires_at)
     select $1, p.id, $3, p.password_version, now() + interval '5 minutes'
     from profile p where p.tenant_id = $1 and p.id = $2`,
    [db.tenantId, profileId, secretHash(token)],
  );
  return token;
}

const consume = `update sign_in_link set used_at = now()
  where tenant_id = $1 and token_hash = $2 and used_at is null and expires_at > now() returning profile_id`;

/** Uses a one-time link up: whose it is, or undefined when it is not good. */
export async function useSignInLink(db: Db, token: string): Promise<string | undefined> {
  const [used] = await rows<{ profile_id: string }>(db, consume, [db.tenantId, secretHash(token)]);
  return used?.profile_id;
}
