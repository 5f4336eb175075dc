// Reads the profiles and devices for `checkAccess`: for the gateway and for the portal's explanation.
import type { AccessDevice, AccessProfile, GroupValues, StandingDevice } from '@keyward/contract/access';
import type { DeviceClass } from '@keyward/contract/devices';
import { mergeRoles, type PermissionId } from '@keyward/contract/permissions';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { isOnline, offlineMinutes } from '#core/online.ts';
import { any } from '#db/fragments.ts';
import { type Db, sendNow, subquery } from '#db/tenant.ts';
import { type StoredPermissions, knownPermissions } from './held-permissions.ts';

/** A group value of an object, as stored; `checkAccess` takes them by tag. */
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
/** The same, aggregated. */
const groupsAssigned = sql<Assigned[] | null>`jsonb_agg(
  jsonb_build_object('tag', g.tag_definition_id, 'value', g.value_id, 'every', g.every_value))`;

/** Roles and groups of the profiles, from other tables: each table is read once for all profiles, not once a profile. */
const givenTo = (db: Db, ids: readonly string[]) =>
  db
    .with('held', (query) =>
      query
        .selectFrom('role_permission as rp')
        .select(['rp.role_id', sql<StoredPermissions>`jsonb_object_agg(rp.permission, rp.value)`.as('permissions')])
        .where('rp.role_id', 'in', (eb) =>
          eb.selectFrom('profile_role as pr').select('pr.role_id').where('pr.profile_id', '=', any(ids)),
        )
        .groupBy('rp.role_id'),
    )
    .with('granted', (query) =>
      query
        .selectFrom('profile_role as pr')
        .innerJoin('held as h', 'h.role_id', 'pr.role_id')
        .select(['pr.profile_id', sql<StoredPermissions[]>`jsonb_agg(h.permissions)`.as('grants')])
        .where('pr.profile_id', '=', any(ids))
        .groupBy('pr.profile_id'),
    )
    .with('assigned', (query) =>
      query
        .selectFrom('profile_tag as g')
        .innerJoin('tag_definition as f', 'f.id', 'g.tag_definition_id')
        .select([
          'g.profile_id',
          sql<string[] | null>`array_agg(g.value_id) filter (where f.is_location and g.value_id is not null)`.as(
            'locations',
          ),
          sql<Assigned[] | null>`${groupsAssigned} filter (where f.type = 1 and not f.is_location)`.as('groups'),
        ])
        .where('g.profile_id', '=', any(ids))
        .groupBy('g.profile_id'),
    );

/** One statement, so that all that it reads of a profile is of one moment. */
const profileQuery = (db: Db, ids: readonly string[]) =>
  givenTo(db, ids)
    .selectFrom('profile as p')
    .leftJoin('granted as r', 'r.profile_id', 'p.id')
    .leftJoin('assigned as a', 'a.profile_id', 'p.id')
    .select([
      'p.id',
      'p.name',
      'p.username',
      'p.disabled',
      sql<boolean>`coalesce(p.valid_from <= now(), true)`.as('begun'),
      sql<boolean>`coalesce(p.valid_until <= now(), false)`.as('ended'),
      'p.valid_from as validFrom',
      'p.valid_until as validUntil',
      'r.grants',
      'a.locations',
      'a.groups',
    ])
    .where('p.id', '=', any(ids));

export type NamedProfile = AccessProfile & {
  name: string;
  username: string;
  validFrom: string | null;
  validUntil: string | null;
};
type ProfileRow = Awaited<ReturnType<ReturnType<typeof profileQuery>['execute']>>[number];

const toAccessProfile = ({ grants, locations, groups, ...row }: ProfileRow): NamedProfile => ({
  ...row,
  permissions: mergeRoles((grants ?? []).map(knownPermissions)),
  locations: locations ?? [],
  groups: groupsOf(groups ?? []),
});

/** The profiles with these ids, in no particular order. Planned for their number: one plan for any would join by loops. */
export async function accessProfilesById(db: Db, ids: readonly string[]): Promise<NamedProfile[]> {
  if (ids.length === 0) return [];
  return (await sendNow(db, profileQuery(db, ids), { once: true })).map(toAccessProfile);
}

/** Whether one of its roles grants one of these permissions. */
const holders = (permissions: readonly PermissionId[]) =>
  subquery
    .selectFrom('profile_role as pr')
    .innerJoin('role_permission as rp', 'rp.role_id', 'pr.role_id')
    .select('pr.profile_id')
    .where('rp.permission', 'in', permissions)
    .where('rp.value', '=', 'TRUE');

/**
 * The profiles that may do something at one of the locations now or later: not disabled, validity not ended, allowed to use an
 * OKM or the mobile app, and assigned to one of them or with all-data access.
 */
export async function accessProfilesAt(db: Db, locations: readonly string[]): Promise<NamedProfile[]> {
  const there = subquery
    .selectFrom('profile_tag as g')
    .innerJoin('tag_definition as f', (join) =>
      join.onRef('f.id', '=', 'g.tag_definition_id').on('f.is_location', '=', true),
    )
    .select('g.profile_id')
    .where('g.value_id', '=', any(locations));
  const profiles = db
    .selectFrom('profile as p')
    .select('p.id')
    .where('p.disabled', '=', false)
    .where(sql<boolean>`coalesce(p.valid_until > now(), true)`)
    .where('p.id', 'in', there.union(holders(['ALL-DATA-ACCESS'])))
    .where('p.id', 'in', holders(['OKM-USER', 'MOBILE-USER']));
  const found = await sendNow(db, profiles, { once: true });
  return accessProfilesById(
    db,
    found.map(({ id }) => id),
  );
}

const deviceQuery = (db: Db) =>
  db
    .selectFrom('device as d')
    .innerJoin('tenant as tn', (join) => join.on('tn.id', '=', db.tenantId))
    .innerJoin('device_type as t', 't.id', 'd.device_type_id')
    .leftJoin('device as o', 'o.id', 'd.controller_id')
    .leftJoin('key_custody as k', 'k.device_id', 'd.id')
    .leftJoin('lost_key as x', 'x.device_id', 'd.id')
    .select((eb) => [
      'd.id',
      'd.serial_number as serial',
      't.device_class as deviceClass',
      'd.location_value_id as location',
      'k.profile_id as heldBy',
      sql<boolean>`x.device_id is not null`.as('lost'),
      sql<boolean>`k.device_id is not null or coalesce(d.state->>'checkedOut' = 'true', false)`.as('checkedOut'),
      eb
        .case()
        .when('t.device_class', '=', 'OKM')
        .then(isOnline(eb.ref('d.state_updated_at'), offlineMinutes('tn')))
        .when('o.id', 'is not', null)
        .then(isOnline(eb.ref('o.state_updated_at'), offlineMinutes('tn')))
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

export type ControlledDevice = StandingDevice & {
  id: string;
  serial: string;
  deviceClass: DeviceClass;
  /** The controller that it reports through. */
  controllerId: string | null;
};

/** These controllers and the devices that report through them, in the order of their serial numbers. */
export async function devicesOfControllers(db: Db, ids: readonly string[]): Promise<ControlledDevice[]> {
  const own = subquery
    .selectFrom('device as d')
    .select('d.id')
    .where((eb) => eb.or([eb('d.id', '=', any(ids)), eb('d.controller_id', '=', any(ids))]));
  const query = db
    .with('assigned', (q) =>
      q
        .selectFrom('device_tag as g')
        .innerJoin('tag_definition as f', 'f.id', 'g.tag_definition_id')
        .select(['g.device_id', groupsAssigned.as('groups')])
        .where('g.device_id', 'in', own)
        .where('f.type', '=', 1)
        .where('f.is_location', '=', false)
        .groupBy('g.device_id'),
    )
    .selectFrom('device as d')
    .innerJoin('device_type as t', 't.id', 'd.device_type_id')
    .leftJoin('assigned as a', 'a.device_id', 'd.id')
    .leftJoin('lost_key as x', 'x.device_id', 'd.id')
    .select(['d.id', 'd.serial_number as serial', 'd.controller_id as controllerId', 'd.location_value_id as location'])
    .select(['t.device_class as deviceClass', 'a.groups', sql<boolean>`x.device_id is not null`.as('lost')])
    .where('d.id', 'in', own)
    .orderBy('d.serial_number');
  const devices = await sendNow(db, query, { once: true });
  return devices.map(({ groups, ...row }) => ({ ...row, groups: groupsOf(groups ?? []) }));
}

/** The keys at these locations; null, for unassigned devices, has none. */
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
