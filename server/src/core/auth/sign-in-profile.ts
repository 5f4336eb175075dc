import { type Db, rows } from '#db/tenant.ts';
import { withoutPassword } from './sso-policy.ts';

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

/** Hashes of the passwords that a person has had, and of the present one. */
export type Passwords = { former: readonly string[]; password_hash: string | null };

export async function passwordsOf(db: Db, id: string): Promise<Passwords> {
  const found = await rows<Passwords>(
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
