import { type Expression, sql, type SqlBool } from 'kysely';
import { type Db, subquery } from '#db/tenant.ts';

/**
 * Does this profile ID sign in through the provider `s` instead of a password? `name` is a folded profile ID. Depends
 * only on the tenant's policy, not on whether such a profile exists.
 */
export const throughProvider = (name: Expression<string | null>) => sql<SqlBool>`(
  (cardinality(s.domains) = 0 or split_part(${name}, '@', 2) = any(s.domains)) and not ${name} = any(s.password_names))`;

/** The same rule for a profile, over the tenant's provider if there is one. */
export const withoutPassword = (name: Expression<string | null>) =>
  subquery.exists(subquery.selectFrom('sso_provider as s').where(throughProvider(name)));

/** A profile ID folded for comparison. */
export const folded = (name: string) => sql<string>`fold(${name})`;

/** Does this profile ID sign in without a password? Then none can be set or reset. */
export async function hasNoPassword(db: Db, username: string): Promise<boolean> {
  const provider = await db
    .selectFrom('sso_provider as s')
    .select('s.issuer')
    .where(throughProvider(folded(username)))
    .executeTakeFirst();
  return provider !== undefined;
}

/** The same rule for many profile IDs, which are folded. */
export async function namesWithoutPassword(db: Db): Promise<(name: string) => boolean> {
  const providers = await db.selectFrom('sso_provider as s').select(['s.domains', 's.password_names']).execute();
  return (name) =>
    providers.some(
      ({ domains, password_names: exempt }) =>
        (domains.length === 0 || domains.includes(name.split('@')[1] ?? '')) && !exempt.includes(name),
    );
}
