import type pg from 'pg';
import { insertRows } from '#db/bulk.ts';
import { contentId, noLocation } from '#core/events/events.ts';
import { tenantDefaults } from '#core/tenants.ts';
import { type Db, inTenant, rows } from '#db/tenant.ts';
import { deviceTypes, typeOfSerial } from './device-types.ts';
import { startRoles } from './roles.ts';
import type { DeviceSpec, ProfileSpec, SeededTenant, TagValues, TenantSpec } from './spec.ts';
import { insertTags, type TagIds, tagRows } from './tags.ts';

/** Ids follow from the slug, so that the same demo has the same addresses everywhere. */
export const tenantIdOf = (slug: string): string => contentId('tenant', slug);

/**
 * Creates a tenant with everything the specification of it names, in one transaction of the owner's pool.
 * Throws the database's errors, also when the slug or a host exists already.
 */
export function seedTenant(system: pg.Pool, spec: TenantSpec): Promise<SeededTenant> {
  return inTenant(system, tenantIdOf(spec.slug), (db) => writeTenant(db, spec));
}

/** The same inside a transaction that goes on afterwards. `db` is one of the owner's, of `tenantIdOf(spec.slug)`. */
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

  await insertRows(
    db,
    'role (tenant_id, id, name, built_in, locked)',
    allRoles.map((r) => [get(roles, r.name), r.name, r.builtIn ?? null, r.locked ?? false]),
  );
  await insertRows(
    db,
    'role_permission (tenant_id, role_id, permission, value)',
    allRoles.flatMap((r) =>
      Object.entries(r.permissions)
        .filter(([, value]) => value !== 'NONE' && value !== 'FALSE')
        .map(([permission, value]) => [get(roles, r.name), permission, value]),
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

export function get(map: ReadonlyMap<string, string>, name: string): string {
  const id = map.get(name);
  if (!id) throw new Error(`the seed names ${name}, which it does not define`);
  return id;
}

async function insertTenant(db: Db, spec: TenantSpec) {
  const config = {
    ...tenantDefaults,
    ...spec.config,
  };
  await rows(db, 'insert into tenant (id, slug, name, config, features) values ($1, $2, $3, $4, $5)', [
    db.tenantId,
    spec.slug,
    spec.name,
    JSON.stringify(config),
    [...(spec.features ?? ['secureKey'])],
  ]);
  await insertRows(
    db,
    'tenant_host (tenant_id, host)',
    spec.hosts.map((host) => [host]),
  );
  await insertRows(
    db,
    'setting (tenant_id, id, name, value)',
    // a default that nobody chose would stand before the language and the zone of people's browsers
    Object.entries({ Locale: spec.language, Timezone: spec.timeZone, DashboardMetrics: [] })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [contentId(db.tenantId, 'setting', name), name, JSON.stringify(value)]),
  );
}

type ProfileIds = { profiles: Map<string, string>; roles: Map<string, string>; tags: TagIds };
async function insertProfiles(db: Db, people: readonly ProfileSpec[], ids: ProfileIds) {
  const now = new Date();
  await insertRows(
    db,
    'profile (tenant_id, id, name, username, email, password_hash, disabled, is_keyward_admin, created_at, updated_at)',
    people.map((p) => [
      get(ids.profiles, p.username),
      p.name,
      p.username,
      p.email ?? null,
      p.passwordHash ?? null,
      p.disabled ?? false,
      p.isKeywardAdmin ?? false,
      p.createdAt ?? now,
      p.createdAt ?? now,
    ]),
  );
  await insertRows(
    db,
    'profile_role (tenant_id, profile_id, role_id)',
    people.flatMap((p) => (p.roles ?? []).map((role) => [get(ids.profiles, p.username), get(ids.roles, role)])),
  );
  await insertRows(
    db,
    'profile_tag (tenant_id, id, profile_id, tag_definition_id, value_id, text, every_value)',
    people.flatMap((p) => tagRows(db.tenantId, get(ids.profiles, p.username), p.tags ?? {}, ids.tags)),
  );
}

async function insertDeviceTypes(db: Db, types: Map<string, string>) {
  await insertRows(
    db,
    'device_type (tenant_id, id, name, device_class, secure_key_compatible, state_schema)',
    deviceTypes.map((t) => [
      get(types, t.name),
      t.name,
      t.deviceClass,
      t.secureKeyCompatible ?? false,
      JSON.stringify(t.stateSchema),
    ]),
  );
  await insertRows(
    db,
    'serial_range (tenant_id, prefix, device_type_id)',
    deviceTypes.flatMap((t) => t.prefixes.map((prefix) => [prefix, get(types, t.name)])),
  );
}

type DeviceIds = { devices: Map<string, string>; types: Map<string, string>; tags: TagIds };
async function insertDevices(db: Db, devices: readonly DeviceSpec[], ids: DeviceIds) {
  const { location, locations } = ids.tags;
  const now = new Date();
  const place = (d: DeviceSpec) => (d.location ? get(locations, d.location) : null);
  await insertRows(
    db,
    `device (tenant_id, id, device_type_id, name, serial_number, location_definition_id, location_value_id,
      controller_id, info, created_at, updated_at)`,
    devices.map((d) => [
      get(ids.devices, d.serial),
      get(ids.types, typeOfSerial(d.serial).name),
      d.name,
      d.serial,
      place(d) && location,
      place(d),
      d.controller ? get(ids.devices, d.controller) : null,
      JSON.stringify(d.dualAuth === undefined ? {} : { dual_auth: d.dualAuth }),
      d.createdAt ?? now,
      d.createdAt ?? now,
    ]),
  );
  const deviceTags = (d: DeviceSpec): TagValues => d.tags ?? {};
  await insertRows(
    db,
    'device_tag (tenant_id, id, device_id, tag_definition_id, value_id, text, every_value)',
    devices.flatMap((d) => tagRows(db.tenantId, get(ids.devices, d.serial), deviceTags(d), ids.tags)),
  );
  const counts = Map.groupBy(devices, (d) => place(d) ?? noLocation);
  await insertRows(
    db,
    'list_tally (tenant_id, resource, location_id, n)',
    [...counts].map(([at, list]) => ['device', at, list.length]),
  );
}
