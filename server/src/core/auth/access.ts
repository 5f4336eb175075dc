import type { AccessDevice, AccessPerson, GroupValues } from '@keyward/contract/access';
import { isPermissionId, isValueOf, mergeRoles } from '@keyward/contract/permissions';
import { type Db, rows } from '#db/tenant.ts';
import { tenantDefaults } from '#core/tenants.ts';

/** Reads who and what `judgeAccess` judges, for the gateway and for the portal's explanation. */
type Assigned = { tag: string; value: string | null; every: boolean };

/** Group values of one object; the location is none of them. */
const assigned = (table: string, owner: string, id: string) => `coalesce((
  select jsonb_agg(jsonb_build_object('tag', g.tag_definition_id, 'value', g.value_id, 'every', g.every_value))
  from ${table} g join tag_definition f on f.tenant_id = $1 and f.id = g.tag_definition_id and f.type = 1
    and not f.is_location
  where g.tenant_id = $1 and g.${owner} = ${id}), '[]')`;

function groupsOf(all: readonly Assigned[]): GroupValues {
  const groups: Record<string, string[] | '*'> = {};
  for (const { tag, value, every } of all) {
    const known = groups[tag];
    groups[tag] = every || known === '*' ? '*' : [...(known ?? []), ...(value ? [value] : [])];
  }
  return groups;
}

export type NamedPerson = AccessPerson & { name: string; username: string };
type PersonRow = Omit<NamedPerson, 'permissions' | 'groups'> & { grants: Record<string, string>[]; groups: Assigned[] };

const personSql = `
  select p.id, p.name, p.username, p.disabled,
    array(select w.value_id from profile_tag w
      join tag_definition f on f.tenant_id = $1 and f.id = w.tag_definition_id and f.is_location
      where w.tenant_id = $1 and w.profile_id = p.id and w.value_id is not null) as locations,
    coalesce((select jsonb_agg((select coalesce(jsonb_object_agg(rp.permission, rp.value), '{}') from role_permission rp
        where rp.tenant_id = $1 and rp.role_id = pr.role_id))
      from profile_role pr where pr.tenant_id = $1 and pr.profile_id = p.id), '[]') as grants,
    ${assigned('profile_tag', 'profile_id', 'p.id')} as groups
  from profile p where p.tenant_id = $1`;

const toPerson = ({ grants, groups, ...row }: PersonRow): NamedPerson => ({
  ...row,
  permissions: mergeRoles(
    grants.map((role) =>
      Object.fromEntries(Object.entries(role).filter(([id, value]) => isPermissionId(id) && isValueOf(id, value))),
    ),
  ),
  groups: groupsOf(groups),
});

export async function accessPerson(db: Db, id: string): Promise<NamedPerson | undefined> {
  return (await rows<PersonRow>(db, `${personSql} and p.id = $2`, [db.tenantId, id])).map(toPerson)[0];
}

/** Everybody who can sign in and may use some OKM or the mobile app. */
export async function accessPeople(db: Db): Promise<NamedPerson[]> {
  const text = `${personSql} and not p.disabled and exists (select from profile_role pr
      join role_permission rp on rp.tenant_id = $1 and rp.role_id = pr.role_id
        and rp.permission in ('OKM-USER', 'MOBILE-USER') and rp.value = 'TRUE'
      where pr.tenant_id = $1 and pr.profile_id = p.id)
    order by p.name_fold, p.id`;
  return (await rows<PersonRow>(db, text, [db.tenantId])).map(toPerson);
}

export type NamedDevice = AccessDevice & { serial: string };
type DeviceRow = Omit<NamedDevice, 'groups' | 'reachable'> & { groups: Assigned[]; reported: boolean | null };

/** When an OKM is offline: its last report is older than the tenant's minutes. Specification, part 2, section 9. */
const lastOnline = `now() - make_interval(mins => coalesce((tn.config->>'offlineOkmMinutes')::int, ${tenantDefaults.offlineOkmMinutes}))`;

const deviceSql = `
  select d.id, d.serial_number as serial, t.device_class as "deviceClass", d.location_value_id as location,
    k.profile_id as "heldBy", k.device_id is not null or coalesce(d.state->>'checkedOut' = 'true', false) as "checkedOut",
    case when t.device_class = 'OKM' then coalesce(d.state_updated_at > ${lastOnline}, false)
      when o.id is not null then coalesce(o.state_updated_at > ${lastOnline}, false) end as reported,
    ${assigned('device_tag', 'device_id', 'd.id')} as groups
  from device d
  join tenant tn on tn.id = $1
  join device_type t on t.tenant_id = $1 and t.id = d.device_type_id
  left join device o on o.tenant_id = $1 and o.id = d.controller_id
  left join key_custody k on k.tenant_id = $1 and k.device_id = d.id
  where d.tenant_id = $1`;

const toDevice = ({ groups, reported, ...row }: DeviceRow): NamedDevice => ({
  ...row,
  reachable: reported,
  groups: groupsOf(groups),
});

export async function accessDevice(db: Db, id: string): Promise<NamedDevice | undefined> {
  return (await rows<DeviceRow>(db, `${deviceSql} and d.id = $2`, [db.tenantId, id])).map(toDevice)[0];
}

/** The controller and what reports through it. */
export async function devicesOf(db: Db, controllerId: string): Promise<NamedDevice[]> {
  const text = `${deviceSql} and (d.id = $2 or d.controller_id = $2) order by d.serial_number`;
  return (await rows<DeviceRow>(db, text, [db.tenantId, controllerId])).map(toDevice);
}

/** The keys of a place. */
export async function keysAt(db: Db, location: string | null): Promise<NamedDevice[]> {
  if (location === null) return [];
  const text = `${deviceSql} and d.location_value_id = $2 and t.device_class = 'KEY' order by d.id`;
  return (await rows<DeviceRow>(db, text, [db.tenantId, location])).map(toDevice);
}
