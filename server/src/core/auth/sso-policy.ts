import { type Expression, sql, type SqlBool } from 'kysely';
import { type Db, subquery } from '#db/tenant.ts';

/** The domain of a profile ID, after its last @; null without one. modules/profiles/list.ts has the same as text. */
const domainOf = (name: Expression<string | null>) => sql<string | null>`nullif(split_part(${name}, '@', -1), ${name})`;

/**
 * Whether this profile ID signs in through the provider `s` instead of a password. `name` is a folded profile ID. Depends only on
 * the tenant's policy, not on whether such a profile exists.
 */
export const throughProvider = (name: Expression<string | null>) => sql<SqlBool>`(
  (cardinality(s.domains) = 0 or ${domainOf(name)} = any(s.domains)) and not ${name} = any(s.password_names))`;

/** The same rule for a profile, over the tenant's provider if there is one. */
export const withoutPassword = (name: Expression<string | null>) =>
  subquery.exists(subquery.selectFrom('sso_provider as s').where(throughProvider(name)));

/** A profile ID folded for comparison. */
export const folded = (name: string) => sql<string>`fold(${name})`;

/** Whether this profile ID signs in without a password, so that none can be set or reset. */
export async function hasNoPassword(db: Db, username: string): Promise<boolean> {
  const provider = await db
    .selectFrom('sso_provider as s')
    .select('s.issuer')
    .where(throughProvider(folded(username)))
    .executeTakeFirst();
  return provider !== undefined;
}

/** The same rule for many profile IDs, given folded. */
export async function namesWithoutPassword(db: Db): Promise<(name: string) => boolean> {
  const providers = await db.selectFrom('sso_provider as s').select(['s.domains', 's.password_names']).execute();
  return (name) => {
    const domain = /@([^@]*)$/.exec(name)?.[1];
    return providers.some(
      ({ domains, password_names: exempt }) =>
        (domains.length === 0 || (domain !== undefined && domains.includes(domain))) && !exempt.includes(name),
    );
  };
}
