import { type Db, rows } from '#db/tenant.ts';

/**
 * In SQL: does a person of this profile ID sign in through the provider `s`, and not with a password? `name` is a folded
 * profile ID. By the tenant's policy alone, whether there is such a profile or not.
 */
export const throughProvider = (name: string): string => `(
  (cardinality(s.domains) = 0 or split_part(${name}, '@', 2) = any(s.domains)) and not ${name} = any(s.password_names))`;

/** The same of a profile: whether there is such a provider. $1 is the tenant. */
export const withoutPassword = (name: string): string =>
  `exists (select from sso_provider s where s.tenant_id = $1 and ${throughProvider(name)})`;

/** Somebody of this profile ID has no password here: none can be given to them, and none be reset. */
export async function hasNoPassword(db: Db, username: string): Promise<boolean> {
  const text = `select from sso_provider s where s.tenant_id = $1 and ${throughProvider('fold($2)')}`;
  return (await rows(db, text, [db.tenantId, username])).length > 0;
}
