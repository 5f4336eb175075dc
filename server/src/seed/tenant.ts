import { defaultCards } from '@keyward/contract/metric-reports';
import { organizationDefaults } from '@keyward/contract/organization-settings';
import type pg from 'pg';
import { contentId, noLocation } from '#core/events/events.ts';
import { type Db, inTenant } from '#db/tenant.ts';
import { deviceTypes, typeOfSerial } from './device-types.ts';
import { requireId, insertAll } from './insert.ts';
import { startRoles } from './roles.ts';
import type { DeviceSpec, ProfileSpec, SeededTenant, TenantSpec } from './spec.ts';
import { seedTagRows, insertTags, type TagIds } from './tags.ts';

/** Ids derive from the slug, so that the same demo has the same URLs everywhere. */
export const tenantIdOf = (slug: string): string => contentId('tenant', slug);

/**
 * Creates a tenant with everything in its specification, in one transaction of the owner's pool. Throws the database's errors,
 * also if the slug or a host is taken.
 */
export function seedTenant(system: pg.Pool, spec: TenantSpec): Promise<SeededTenant> {
  return inTenant(system, tenantIdOf(spec.slug), (db) => writeTenant(db, spec));
}

/** The same inside a running transaction. `db` is from the owner's pool, for `tenantIdOf(spec.slug)`. */
export async function writeTenant(db: Db, spec: TenantSpec): Promise<SeededTenant> {
  await insertTenant(db, spec);
  const ids = (kind: string, names: readonly string[]) =>
    new Map(names.map((n) => [n, contentId(db.tenantId, kind, n)]));
  const tags = await insertTags(db, spec.tags);
  const allRoles = [...startRoles, ...(spec.roles ?? [])];
  const roles = ids(
    'role',
    allRoles.map((r) => r.name),
  );
  const profiles = ids(
    'profile',
    spec.profiles.map((p) => p.username),
  );
  const devices = ids(
    'device',
    spec.devices.map((d) => d.serial),
  );
  const types = ids(
    'deviceType',
    deviceTypes.map((t) => t.name),
  );

  await insertAll(
    db,
    'role',
    allRoles.map((r) => ({
      id: requireId(roles, r.name),
      name: r.name,
      built_in: r.builtIn ?? null,
      locked: r.locked ?? false,
    })),
  );
  await insertAll(
    db,
    'role_permission',
    allRoles.flatMap((r) =>
      Object.entries(r.permissions)
        .filter(([, value]) => value !== 'NONE' && value !== 'FALSE')
        .map(([permission, value]) => ({ role_id: requireId(roles, r.name), permission, value })),
    ),
  );
  await insertProfiles(db, spec.profiles, { profiles, roles, tags });
  await insertDeviceTypes(db, types);
  await insertDevices(db, spec.devices, { devices, types, tags });
  return {
    id: db.tenantId,
    tags: tags.definitions,
    locations: tags.locations,
    roles,
    profiles,
    devices,
    deviceTypes: types,
  };
}

async function insertTenant(db: Db, spec: TenantSpec) {
  const config = {
    ...organizationDefaults,
    ...(spec.timeZone ? { timeZone: spec.timeZone } : {}),
    ...spec.config,
  };
  await db
    .insertInto('tenant')
    .values({
      id: db.tenantId,
      slug: spec.slug,
      name: spec.name,
      config: JSON.stringify(config),
      features: [...(spec.features ?? ['secureKey'])],
      demo: spec.demo ?? false,
    })
    .execute();
  await insertAll(
    db,
    'tenant_host',
    spec.hosts.map((host) => ({ tenant_id: db.tenantId, host })),
  );
  // an unset default is not stored: it would override the language of the browser
  const defaults = { Locale: spec.language, DashboardMetrics: defaultCards };
  await insertAll(
    db,
    'setting',
    (['Locale', 'DashboardMetrics'] as const).flatMap((name) =>
      defaults[name] === undefined
        ? []
        : [{ id: contentId(db.tenantId, 'setting', name), name, value: JSON.stringify(defaults[name]) }],
    ),
  );
}

type ProfileIds = { profiles: Map<string, string>; roles: Map<string, string>; tags: TagIds };
async function insertProfiles(db: Db, people: readonly ProfileSpec[], ids: ProfileIds) {
  const now = new Date();
  await insertAll(
    db,
    'profile',
    people.map((p) => ({
      id: requireId(ids.profiles, p.username),
      name: p.name,
      username: p.username,
      email: p.email ?? null,
      password_hash: p.passwordHash ?? null,
      disabled: p.disabled ?? false,
      valid_from: p.validFrom ?? null,
      valid_until: p.validUntil ?? null,
      is_keyward_admin: p.isKeywardAdmin ?? false,
      created_at: p.createdAt ?? now,
      updated_at: p.createdAt ?? now,
    })),
  );
  await insertAll(
    db,
    'profile_role',
    people.flatMap((p) =>
      (p.roles ?? []).map((role) => ({
        profile_id: requireId(ids.profiles, p.username),
        role_id: requireId(ids.roles, role),
      })),
    ),
  );
  await insertAll(
    db,
    'profile_tag',
    people.flatMap((p) => {
      const id = requireId(ids.profiles, p.username);
      return seedTagRows(db.tenantId, id, p.tags ?? {}, ids.tags).map((row) => ({ ...row, profile_id: id }));
    }),
  );
}

async function insertDeviceTypes(db: Db, types: Map<string, string>) {
  await insertAll(
    db,
    'device_type',
    deviceTypes.map((t) => ({
      id: requireId(types, t.name),
      name: t.name,
      device_class: t.deviceClass,
      secure_key_compatible: t.secureKeyCompatible ?? false,
      state_schema: JSON.stringify(t.stateSchema),
    })),
  );
  await insertAll(
    db,
    'serial_range',
    deviceTypes.flatMap((t) => t.prefixes.map((prefix) => ({ prefix, device_type_id: requireId(types, t.name) }))),
  );
}

type DeviceIds = { devices: Map<string, string>; types: Map<string, string>; tags: TagIds };
async function insertDevices(db: Db, devices: readonly DeviceSpec[], ids: DeviceIds) {
  const { location, locations } = ids.tags;
  const now = new Date();
  const locationOf = (d: DeviceSpec) => (d.location ? requireId(locations, d.location) : null);
  await insertAll(
    db,
    'device',
    devices.map((d) => ({
      id: requireId(ids.devices, d.serial),
      device_type_id: requireId(ids.types, typeOfSerial(d.serial).name),
      name: d.name,
      serial_number: d.serial,
      location_definition_id: locationOf(d) && location,
      location_value_id: locationOf(d),
      controller_id: d.controller ? requireId(ids.devices, d.controller) : null,
      curfew: d.curfew ?? null,
      info: JSON.stringify(d.dualAuth === undefined ? {} : { dual_auth: d.dualAuth }),
      created_at: d.createdAt ?? now,
      updated_at: d.createdAt ?? now,
    })),
  );
  await insertAll(
    db,
    'device_tag',
    devices.flatMap((d) => {
      const id = requireId(ids.devices, d.serial);
      return seedTagRows(db.tenantId, id, d.tags ?? {}, ids.tags).map((row) => ({ ...row, device_id: id }));
    }),
  );
  const counts = Map.groupBy(devices, (d) => locationOf(d) ?? noLocation);
  await insertAll(
    db,
    'list_tally',
    [...counts].map(([at, list]) => ({ resource: 'device', location_id: at, n: list.length })),
  );
}
