import type { AccessDevice, AccessProfile, GroupValues } from '@keyward/contract/access';
import { organizationDefaults } from '@keyward/contract/organization-settings';
import { mergeRoles, type PermissionId } from '@keyward/contract/permissions';
import { type Expression, type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { any } from '#db/fragments.ts';
import type { Db, Tables } from '#db/tenant.ts';
import { type StoredPermissions, permissionsOfRole, knownPermissions } from './held-permissions.ts';
import { profileLocations } from './sign-in-profile.ts';

/** Reads the profiles and devices for `checkAccess`, for the gateway and for the portal's explanation. */
type Assigned = { tag: string; value: string | null; every: boolean };

function groupsOf(all: readonly Assigned[]): GroupValues {
  const groups: Record<string, string[] | '*'> = {};
  for (const { tag, value, every } of all) {
    const values = groups[tag];
    groups[tag] = every || values === '*' ? '*' : [...(values ?? []), ...(value ? [value] : [])];
  }
  return groups;
}

/** Group values of an object, without its location. */
const groupValues = ['g.tag_definition_id as tag', 'g.value_id as value', 'g.every_value as every'] as const;

const profileQuery = (db: Db) =>
  db.selectFrom('profile as p').select((eb) => [
    'p.id',
    'p.name',
    'p.username',
    'p.disabled',
    sql<boolean>`coalesce(p.valid_from <= now(), true)`.as('begun'),
    sql<boolean>`coalesce(p.valid_until <= now(), false)`.as('ended'),
    'p.valid_from as validFrom',
    'p.valid_until as validUntil',
    profileLocations(eb.ref('p.id')).as('locations'),
    eb
      .selectFrom('profile_role as pr')
      .select((pr) =>
        sql<StoredPermissions[]>`coalesce(jsonb_agg(${permissionsOfRole(pr.ref('pr.role_id'))}), '[]')`.as('held'),
      )
      .whereRef('pr.profile_id', '=', 'p.id')
      .$asScalar()
      .$notNull()
      .as('grants'),
    jsonArrayFrom(
      eb
        .selectFrom('profile_tag as g')
        .innerJoin('tag_definition as f', 'f.id', 'g.tag_definition_id')
        .select(groupValues)
        .whereRef('g.profile_id', '=', 'p.id')
        .where('f.type', '=', 1)
        .where('f.is_location', '=', false),
    ).as('groups'),
  ]);

export type NamedProfile = AccessProfile & {
  name: string;
  username: string;
  validFrom: string | null;
  validUntil: string | null;
};
type ProfileRow = Awaited<ReturnType<ReturnType<typeof profileQuery>['execute']>>[number];

const toAccessProfile = ({ grants, groups, ...row }: ProfileRow): NamedProfile => ({
  ...row,
  permissions: mergeRoles(grants.map(knownPermissions)),
  groups: groupsOf(groups),
});

/** The profiles with these ids, in no particular order. */
export async function accessProfilesById(db: Db, ids: readonly string[]): Promise<NamedProfile[]> {
  return (await profileQuery(db).where('p.id', '=', any(ids)).execute()).map(toAccessProfile);
}

/** With this permission by one of its roles. */
const holds = (eb: ExpressionBuilder<Tables & { p: Tables['profile'] }, 'p'>, permissions: readonly PermissionId[]) =>
  eb.exists(
    eb
      .selectFrom('profile_role as pr')
      .innerJoin('role_permission as rp', 'rp.role_id', 'pr.role_id')
      .whereRef('pr.profile_id', '=', 'p.id')
      .where('rp.permission', 'in', permissions)
      .where('rp.value', '=', 'TRUE'),
  );

/**
 * The profiles that may do something at one of the locations now or later: not disabled, validity not ended, allowed to
 * use an OKM or the mobile app, and there or with all-data access. With `ids`, only those among them.
 */
export async function accessProfilesAt(
  db: Db,
  locations: readonly string[],
  ids: readonly string[] | null,
): Promise<NamedProfile[]> {
  const profiles = await profileQuery(db)
    .where('p.disabled', '=', false)
    .where(sql<boolean>`coalesce(p.valid_until > now(), true)`)
    .where((eb) => holds(eb, ['OKM-USER', 'MOBILE-USER']))
    .where((eb) =>
      eb.or([
        holds(eb, ['ALL-DATA-ACCESS']),
        sql<boolean>`${profileLocations(eb.ref('p.id'))} && ${[...locations]}::uuid[]`,
      ]),
    )
    .$if(ids !== null, (query) => query.where('p.id', '=', any(ids ?? [])))
    .execute();
  return profiles.map(toAccessProfile);
}

/** An OKM is offline when its last report is older than the tenant's `offlineOkmMinutes`. Specification, part 2, section 9. */
const isOnline = (reportedAt: Expression<string | null>) => sql<boolean>`coalesce(${reportedAt} > now() -
  make_interval(mins => coalesce((tn.config->>'offlineOkmMinutes')::int, ${organizationDefaults.offlineOkmMinutes})), false)`;

const deviceQuery = (db: Db) =>
  db
    .selectFrom('device as d')
    .innerJoin('tenant as tn', (join) => join.on('tn.id', '=', db.tenantId))
    .innerJoin('device_type as t', 't.id', 'd.device_type_id')
    .leftJoin('device as o', 'o.id', 'd.controller_id')
    .leftJoin('key_custody as k', 'k.device_id', 'd.id')
    .select((eb) => [
      'd.id',
      'd.serial_number as serial',
      't.device_class as deviceClass',
      'd.location_value_id as location',
      'k.profile_id as heldBy',
      sql<boolean>`k.device_id is not null or coalesce(d.state->>'checkedOut' = 'true', false)`.as('checkedOut'),
      eb
        .case()
        .when('t.device_class', '=', 'OKM')
        .then(isOnline(eb.ref('d.state_updated_at')))
        .when('o.id', 'is not', null)
        .then(isOnline(eb.ref('o.state_updated_at')))
        .end()
        .as('reachable'),
      jsonArrayFrom(
        eb
          .selectFrom('device_tag as g')
          .innerJoin('tag_definition as f', 'f.id', 'g.tag_definition_id')
          .select(groupValues)
          .whereRef('g.device_id', '=', 'd.id')
          .where('f.type', '=', 1)
          .where('f.is_location', '=', false),
      ).as('groups'),
    ]);

export type NamedDevice = AccessDevice & { serial: string };
type DeviceRow = Awaited<ReturnType<ReturnType<typeof deviceQuery>['execute']>>[number];
const toDevice = ({ groups, ...row }: DeviceRow): NamedDevice => ({ ...row, groups: groupsOf(groups) });

/** The devices with these ids, in no particular order. */
export async function accessDevicesById(db: Db, ids: readonly string[]): Promise<NamedDevice[]> {
  return (await deviceQuery(db).where('d.id', '=', any(ids)).execute()).map(toDevice);
}

/** The controller and the devices that report through it. */
export async function devicesOfController(db: Db, controllerId: string): Promise<NamedDevice[]> {
  const devices = await deviceQuery(db)
    .where((eb) => eb.or([eb('d.id', '=', controllerId), eb('d.controller_id', '=', controllerId)]))
    .orderBy('d.serial_number')
    .execute();
  return devices.map(toDevice);
}

/** The keys of these locations; null, for unassigned devices, has none. */
export async function keysInLocations(db: Db, locations: readonly (string | null)[]): Promise<NamedDevice[]> {
  const distinct = new Set(locations.filter((location) => location !== null));
  if (distinct.size === 0) return [];
  const keys = await deviceQuery(db)
    .where('d.location_value_id', '=', any([...distinct]))
    .where('t.device_class', '=', 'KEY')
    .orderBy('d.id')
    .execute();
  return keys.map(toDevice);
}
