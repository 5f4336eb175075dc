import { isValueOf, type PermissionId, type PermissionValue, valueIn } from '@keyward/contract/permissions';
import type { RoleLabel } from '@keyward/contract/roles';
import type { Expression } from 'kysely';
import { ownLocations } from '#core/list/conditions/scope.ts';
import { profileInLocations } from '#core/auth/scope.ts';
import { mayAct } from '#core/auth/may-act.ts';
import type { Actor } from '#core/auth/session.ts';
import { any } from '#db/fragments.ts';
import { type Db, subquery } from '#db/tenant.ts';

/** Number of contacts that are suggested. */
const maxNames = 5;
type Viewer = Pick<Actor, 'allData' | 'locations'>;

const profilesInLocations = (db: Db, locations: readonly string[] | null) =>
  db
    .selectFrom('profile as p')
    .select('p.name')
    .where((eb) => profileInLocations(eb.ref('p.id'), locations));
/** The first profiles that may act, by name. */
const activeInLocations = (db: Db, locations: readonly string[] | null) =>
  profilesInLocations(db, locations)
    .where(mayAct('p'))
    .orderBy('p.name_fold', (by) => by.collate('natural_order'))
    .orderBy('p.id')
    .limit(maxNames);

/** Whether a profile holds a permission at its highest level. */
const holdsPermission = (profile: Expression<string>, permission: PermissionId) =>
  subquery.exists(
    subquery
      .selectFrom('profile_role as pr')
      .innerJoin('role_permission as rp', 'rp.role_id', 'pr.role_id')
      .where('pr.profile_id', '=', profile)
      .where('rp.permission', '=', permission)
      .where('rp.value', 'in', ['EDIT', 'TRUE']),
  );

/** Number of these locations at which a profile works. */
const countLocationsAmong = (profile: Expression<string>, locations: readonly string[]) =>
  subquery
    .selectFrom('profile_tag as w')
    .select((eb) => eb.fn.count<number>('w.value_id').distinct().as('n'))
    .where('w.profile_id', '=', profile)
    .where('w.value_id', '=', any(locations))
    .$asScalar()
    .$notNull();

/**
 * Profiles that hold a permission at its highest level and work at `all` of these locations, or at `one` of them, or have
 * all-data access: by name, within the actor's locations. Assigning a tag to a profile also requires the permission to edit
 * profiles.
 */
export async function holdersOf(
  db: Db,
  actor: Viewer,
  permission: PermissionId,
  locations: readonly string[],
  at: 'all' | 'one' = 'all',
): Promise<string[]> {
  const needed: PermissionId[] = [permission, ...(permission.startsWith('ASSIGN-') ? (['USERS'] as const) : [])];
  const distinct = [...new Set(locations)];
  const rows = await activeInLocations(db, await ownLocations(db, actor))
    .where((eb) => eb.and(needed.map((id) => holdsPermission(eb.ref('p.id'), id))))
    .where((eb) =>
      eb.or([
        holdsPermission(eb.ref('p.id'), 'ALL-DATA-ACCESS'),
        ...(distinct.length > 0
          ? [eb(countLocationsAmong(eb.ref('p.id'), distinct), '>=', at === 'all' ? distinct.length : 1)]
          : []),
      ]),
    )
    .execute();
  return rows.map((p) => p.name);
}

/** In-product administrators that the actor may see. */
export async function administrators(db: Db, actor: Viewer): Promise<string[]> {
  const rows = await activeInLocations(db, await ownLocations(db, actor))
    .where('p.is_keyward_admin', '=', true)
    .execute();
  return rows.map((p) => p.name);
}

/** The name of a profile, if the actor may see it. */
export async function nameOfProfile(db: Db, actor: Viewer, id: string): Promise<string | undefined> {
  const row = await profilesInLocations(db, await ownLocations(db, actor))
    .where('p.id', '=', id)
    .executeTakeFirst();
  return row?.name;
}

export async function nameOfTag(db: Db, id: string): Promise<string> {
  const row = await db.selectFrom('tag_definition').select('label').where('id', '=', id).executeTakeFirst();
  return row?.label ?? '';
}

/** The level of a permission in each role of a profile. */
export async function rolesOf(
  db: Db,
  profileId: string,
  permission: PermissionId,
): Promise<(RoleLabel & { value: PermissionValue })[]> {
  const rows = await db
    .selectFrom('profile_role as pr')
    .innerJoin('role as r', 'r.id', 'pr.role_id')
    .leftJoin('role_permission as rp', (join) =>
      join.onRef('rp.role_id', '=', 'r.id').on('rp.permission', '=', permission),
    )
    .select(['r.id', 'r.name', 'r.built_in as builtIn', 'rp.value'])
    .where('pr.profile_id', '=', profileId)
    .orderBy('r.name_fold', (by) => by.collate('natural_order'))
    .orderBy('r.id')
    .execute();
  return rows.map(({ value, ...role }) => ({
    ...role,
    value: value !== null && isValueOf(permission, value) ? value : valueIn({}, permission),
  }));
}
