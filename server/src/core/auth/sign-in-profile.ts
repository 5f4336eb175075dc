import { type Expression, sql } from 'kysely';
import { type Db, subquery } from '#db/tenant.ts';
import { mayAct } from './may-act.ts';
import { folded, withoutPassword } from './sso-policy.ts';

/** The locations of a profile: tag_value ids. */
export const profileLocations = (profile: Expression<string>) =>
  sql<string[]>`array${subquery
    .selectFrom('profile_tag as w')
    .innerJoin('tag_definition as f', (join) =>
      join.onRef('f.id', '=', 'w.tag_definition_id').on('f.is_location', '=', true),
    )
    .select('w.value_id')
    .where('w.profile_id', '=', profile)
    .where('w.value_id', 'is not', null)}`;

/** Hashes of all former passwords of a profile. */
export const formerPasswords = (profile: Expression<string>) =>
  sql<string[]>`array${subquery
    .selectFrom('former_password as f')
    .select('f.password_hash')
    .where('f.profile_id', '=', profile)}`;

const profileQuery = (db: Db) =>
  db
    .selectFrom('profile as p')
    .innerJoin('tenant as t', (join) => join.on('t.id', '=', db.tenantId))
    .select((eb) => [
      'p.id',
      'p.name',
      'p.username',
      'p.email',
      'p.password_hash',
      'p.created_at',
      // must set a new password before signing in
      'p.password_temporary',
      // disabled, not valid now, or of a suspended tenant
      sql<boolean>`not ${mayAct('p')} or t.suspended_at is not null`.as('barred'),
      // signs in through the tenant's identity provider instead of a password
      sql<boolean>`${withoutPassword(eb.ref('p.username_fold'))}`.as('sso'),
      profileLocations(eb.ref('p.id')).as('locations'),
    ]);

export type SignInProfile = NonNullable<Awaited<ReturnType<typeof findByUsername>>>;

/** Hashes of a profile's former passwords and of the current one. */
export type Passwords = { former: readonly string[]; password_hash: string | null };

export async function passwordsOf(db: Db, id: string): Promise<Passwords> {
  const row = await db
    .selectFrom('profile as p')
    .select((eb) => ['p.password_hash', formerPasswords(eb.ref('p.id')).as('former')])
    .where('p.id', '=', id)
    .executeTakeFirst();
  return row ?? { former: [], password_hash: null };
}

export const findByUsername = (db: Db, username: string) =>
  profileQuery(db).where('p.username_fold', '=', folded(username)).executeTakeFirst();

/**
 * The same for a sign-in that is about to start a session: waits for a change that ends the sessions of the profile, and such a
 * change waits until the transaction ends. Other changes, such as those of a long import, do not delay it.
 */
export async function holdByUsername(db: Db, username: string) {
  await db
    .selectFrom('profile')
    .select('id')
    .where('username_fold', '=', folded(username))
    .forKeyShare()
    .executeTakeFirst();
  // in a statement of its own: the one that waits for this lock would read the profile as it was before the wait
  return findByUsername(db, username);
}

/** The profile, locked until the transaction ends. */
export const lockProfile = (db: Db, id: string) =>
  profileQuery(db).where('p.id', '=', id).forUpdate('p').executeTakeFirst();
