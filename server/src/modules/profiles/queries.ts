import type { Permissions } from '@keyward/contract/permissions';
import type { RoleLabel } from '@keyward/contract/roles';
import type { Validity } from '@keyward/contract/validity';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { permissionsOfRole, knownPermissions } from '#core/auth/held-permissions.ts';
import { mayAct, mayStay } from '#core/auth/may-act.ts';
import { formerPasswords, profileLocations } from '#core/auth/sign-in-profile.ts';
import { withoutPassword } from '#core/auth/sso-policy.ts';
import { any, nextVersion } from '#db/fragments.ts';
import { type Db, subquery } from '#db/tenant.ts';

export type StoredRole = RoleLabel & { locked: boolean; permissions: Permissions };

/** Roles, by name. */
const roleQuery = (db: Pick<Db, 'selectFrom'> | typeof subquery) =>
  db
    .selectFrom('role as r')
    .select((eb) => [
      'r.id',
      'r.name',
      'r.built_in as builtIn',
      'r.locked',
      permissionsOfRole(eb.ref('r.id')).as('held'),
    ])
    .orderBy('r.name_fold', (by) => by.collate('natural_order'))
    .orderBy('r.id');
const hasEnded = (profile: string) => sql<boolean>`coalesce(${sql.ref(`${profile}.valid_until`)} <= now(), false)`;
const profileQuery = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('profile as p')
    .innerJoin('tenant as t', (join) => join.on('t.id', '=', db.tenantId))
    .leftJoin('pin as i', 'i.profile_id', 'p.id')
    .select((eb) => [
      'i.set_at as pin_set_at',
      sql<boolean>`i.verifier is not null`.as('pin_at_okms'),
      'p.id',
      'p.name',
      'p.username',
      'p.email',
      'p.disabled',
      'p.valid_from',
      'p.valid_until',
      mayAct('p').as('active'),
      mayStay('p').as('stays'),
      hasEnded('p').as('ended'),
      'p.is_keyward_admin',
      'p.password_hash',
      'p.password_temporary',
      'p.password_version',
      'p.username_fold',
      sql<boolean>`${withoutPassword(eb.ref('p.username_fold'))}`.as('sso'),
      't.name as customer',
      'p.version',
      'p.updated_by',
      'p.last_active_at',
      'p.portal_active_at',
      'p.okm_active_at',
      'p.created_at',
      'p.updated_at',
      jsonArrayFrom(
        roleQuery(subquery)
          .innerJoin('profile_role as pr', 'pr.role_id', 'r.id')
          .where('pr.profile_id', '=', eb.ref('p.id')),
      ).as('roles'),
      jsonArrayFrom(
        eb
          .selectFrom('profile_tag as g')
          .select(['g.tag_definition_id', 'g.value_id', 'g.text', 'g.every_value'])
          .whereRef('g.profile_id', '=', 'p.id'),
      ).as('tags'),
      profileLocations(eb.ref('p.id')).as('locations'),
      formerPasswords(eb.ref('p.id')).as('former'),
    ])
    .where('p.id', '=', any(ids))
    .orderBy('p.id');

type Row = Awaited<ReturnType<ReturnType<typeof profileQuery>['execute']>>[number];
export type StoredProfile = Omit<Row, 'roles'> & { roles: StoredRole[] };
/** Whether a profile may act now, and if not, why. */
export type ActingState = Pick<StoredProfile, 'active' | 'disabled' | 'ended'>;

const toRole = ({ held, ...role }: Row['roles'][number]): StoredRole => ({
  ...role,
  permissions: knownPermissions(held),
});
const toProfile = (row: Row): StoredProfile => ({ ...row, roles: row.roles.map(toRole) });

/** Profiles by id; unknown ids are omitted. */
export async function findProfiles(db: Db, ids: readonly string[]): Promise<StoredProfile[]> {
  return (await profileQuery(db, ids).execute()).map(toProfile);
}
export const findProfile = async (db: Db, id: string): Promise<StoredProfile | undefined> =>
  (await findProfiles(db, [id]))[0];

const idsInOrder = (db: Db, ids: readonly string[]) =>
  db.selectFrom('profile').select('id').where('id', '=', any(ids)).orderBy('id');

// Read after the lock, in a separate statement: groups and roles are rows of other tables, which a statement that waited for the
// lock would show in their former state.

/** Locks the profiles until the end of the transaction; their owners can sign in until their sessions are ended. */
export async function lockProfilesForChange(db: Db, ids: readonly string[]): Promise<StoredProfile[]> {
  await idsInOrder(db, ids).forNoKeyUpdate().execute();
  return findProfiles(db, ids);
}

/** Locks the profiles until the end of the transaction. */
export async function lockProfiles(db: Db, ids: readonly string[]): Promise<StoredProfile[]> {
  await idsInOrder(db, ids).forUpdate().execute();
  return findProfiles(db, ids);
}
export const lockProfile = async (db: Db, id: string): Promise<StoredProfile | undefined> =>
  (await lockProfiles(db, [id]))[0];

/** Roles by id; unknown ids are omitted. */
export async function findRoles(db: Db, ids: readonly string[]): Promise<StoredRole[]> {
  if (ids.length === 0) return [];
  return (await roleQuery(db).where('r.id', '=', any(ids)).execute()).map(toRole);
}

/** Every role of the tenant, by name. */
export const allRoles = async (db: Db): Promise<StoredRole[]> => (await roleQuery(db).execute()).map(toRole);

/** Profiles that hold these roles, can sign in and never expire. */
export const enabledHolders = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('profile_role as pr')
    .innerJoin('profile as p', 'p.id', 'pr.profile_id')
    .select(['pr.role_id', 'pr.profile_id'])
    .where(mayStay('p'))
    .where('pr.role_id', '=', any(ids))
    .execute();

/** The first of these roles, by name, without a holder that can sign in now and never expires. */
export const findUnheldRole = (
  db: Db,
  ids: readonly string[],
): Promise<Pick<RoleLabel, 'name' | 'builtIn'> | undefined> =>
  db
    .selectFrom('role as r')
    .select(['r.name', 'r.built_in as builtIn'])
    .where('r.id', '=', any(ids))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('profile_role as pr')
            .innerJoin('profile as p', 'p.id', 'pr.profile_id')
            .whereRef('pr.role_id', '=', 'r.id')
            .where(mayStay('p')),
        ),
      ),
    )
    .orderBy('r.name_fold')
    .limit(1)
    .executeTakeFirst();

type ProfileColumns = Validity & {
  name: string;
  username: string;
  email: string | null;
  disabled: boolean;
  updated_by: string;
};
type Password = { password_hash: string; password_temporary: true };

export async function insertProfile(db: Db, profile: ProfileColumns & Partial<Password>): Promise<string> {
  const { id } = await db.insertInto('profile').values(profile).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Updates the profile, and returns its state after the change. */
export async function updateProfile(
  db: Db,
  id: string,
  change: ProfileColumns & Partial<Password>,
): Promise<ActingState> {
  return db
    .updateTable('profile')
    .set((eb) => ({
      ...change,
      ...nextVersion,
      // tokens issued for the previous password are revoked
      ...(change.password_hash ? { password_version: eb('password_version', '+', 1) } : {}),
    }))
    .where('id', '=', id)
    .returning(['disabled', mayAct('profile').as('active'), hasEnded('profile').as('ended')])
    .executeTakeFirstOrThrow();
}

/** Stores password hashes, so that none of them can be reused. */
export async function insertFormerPasswords(db: Db, id: string, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  await db
    .insertInto('former_password')
    .values(hashes.map((hash) => ({ profile_id: id, password_hash: hash })))
    .execute();
}

export async function replaceRoles(db: Db, id: string, roleIds: readonly string[]): Promise<void> {
  await db.deleteFrom('profile_role').where('profile_id', '=', id).execute();
  if (roleIds.length === 0) return;
  await db
    .insertInto('profile_role')
    .values(roleIds.map((role) => ({ profile_id: id, role_id: role })))
    .execute();
}

/**
 * Ends the validity of these profiles at the time of the transaction, and returns that instant. A profile that has not begun
 * never does. Profiles that have already ended must not be among them, because their end would move.
 */
export async function endValidity(db: Db, ids: readonly string[], by: string): Promise<string> {
  const end = sql<string>`date_trunc('milliseconds', now())`;
  const [row] = await db
    .updateTable('profile')
    .set((eb) => ({
      valid_from: eb.case().when('valid_from', '<', end).then(eb.ref('valid_from')).else(null).end(),
      valid_until: end,
      updated_by: by,
      ...nextVersion,
    }))
    .where('id', '=', any(ids))
    .returning(end.as('end'))
    .execute();
  if (!row) throw new Error('no profile to end');
  return row.end;
}

/** The reason why no other profile can have this profile ID or address; undefined if both are free. */
export async function findTaken(
  db: Db,
  { username, email }: { username: string; email: string | null },
): Promise<'usernameTaken' | 'emailTaken' | undefined> {
  const isUsername = sql<boolean>`username_fold = fold(${username})`;
  const row = await db
    .selectFrom('profile')
    .select(isUsername.as('byUsername'))
    .where((eb) => eb.or([isUsername, sql<boolean>`email_fold = fold(${email}::text)`]))
    .orderBy('byUsername', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && (row.byUsername ? 'usernameTaken' : 'emailTaken');
}

export async function deleteProfiles(db: Db, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('profile').where('id', '=', any(ids)).execute();
}
