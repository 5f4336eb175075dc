import { type Expression, sql, type SqlBool } from 'kysely';
import { type Db, subquery } from '#db/tenant.ts';

/**
 * Does a person of this profile ID sign in through the provider `s`, and not with a password? `name` is a folded profile
 * ID. By the tenant's policy alone, whether there is such a profile or not.
 */
export const throughProvider = (name: Expression<string | null>) => sql<SqlBool>`(
  (cardinality(s.domains) = 0 or split_part(${name}, '@', 2) = any(s.domains)) and not ${name} = any(s.password_names))`;

/** The same of a profile: whether there is such a provider. */
export const withoutPassword = (name: Expression<string | null>) =>
  subquery.exists(subquery.selectFrom('sso_provider as s').where(throughProvider(name)));

/** A profile ID as it is compared. */
export const folded = (name: string) => sql<string>`fold(${name})`;

/** Somebody of this profile ID has no password here: none can be given to them, and none be reset. */
export async function hasNoPassword(db: Db, username: string): Promise<boolean> {
  const found = await db
    .selectFrom('sso_provider as s')
    .select('s.issuer')
    .where(throughProvider(folded(username)))
    .executeTakeFirst();
  return found !== undefined;
}
