import type { DeviceClass, StateField } from '@keyward/contract/devices';
import { type Db, rows } from '#db/tenant.ts';
import { zoneOf } from './stores.ts';

/** A device as the simulation moves it. */
export type Unit = {
  id: string;
  serial: string;
  deviceClass: DeviceClass;
  typeName: string;
  /** Of the OKM it reports through; its own for an OKM. */
  controller: string;
  /** The values its type has. */
  fields: Record<string, StateField>;
  secured: boolean;
  armed: boolean;
  merchandise: boolean;
  cycles: number;
  /** Who holds the key: a profile ID. */
  holder: string | null;
  /** In ms: until then somebody is at it. */
  busyUntil: number;
  /** How many it has told of. */
  events: number;
};
export type Store = {
  name: string;
  zone: string;
  /** 1: people take their time; less: what follows follows sooner. */
  pace: number;
  /** Profile IDs. */
  staff: string[];
  okms: Unit[];
  keys: Unit[];
  locks: Unit[];
  pods: Unit[];
};

type DeviceRow = {
  id: string;
  serial: string;
  deviceClass: DeviceClass;
  typeName: string;
  controller: string | null;
  store: string | null;
  fields: Record<string, StateField>;
  state: Record<string, unknown>;
  reported: boolean;
  holder: string | null;
};

const devicesQuery = `
  select d.id, d.serial_number as serial, t.device_class as "deviceClass", t.name as "typeName",
    c.serial_number as controller, v.name as store, t.state_schema as fields, d.state,
    d.state_updated_at is not null as reported, p.username as holder
  from device d
  join device_type t on t.tenant_id = $1 and t.id = d.device_type_id
  left join device c on c.tenant_id = $1 and c.id = d.controller_id
  left join tag_value v on v.tenant_id = $1 and v.id = d.location_value_id
  left join key_custody k on k.tenant_id = $1 and k.device_id = d.id
  left join profile p on p.tenant_id = $1 and p.id = k.profile_id
  where d.tenant_id = $1 order by d.serial_number`;

const staffQuery = `
  select v.name as store, p.username
  from profile p
  join profile_tag pt on pt.tenant_id = $1 and pt.profile_id = p.id
  join tag_definition d on d.tenant_id = $1 and d.id = pt.tag_definition_id and d.is_location
  join tag_value v on v.tenant_id = $1 and v.id = pt.value_id
  where p.tenant_id = $1 and not p.disabled order by p.username`;

const zoneQuery = `
  select value #>> '{}' as zone from setting where tenant_id = $1 and profile_id is null and name = 'Timezone'`;

/**
 * The tenant's stores that have an OKM and staff, with everything that reports through their OKMs. What has never
 * reported stays silent, unless nothing has.
 */
export async function loadFleet(db: Db): Promise<Store[]> {
  const devices = await rows<DeviceRow>(db, devicesQuery, [db.tenantId]);
  const staff = await rows<{ store: string; username: string }>(db, staffQuery, [db.tenantId]);
  const [setting] = await rows<{ zone: string }>(db, zoneQuery, [db.tenantId]);
  const silent = devices.some((d) => d.reported) ? devices.filter((d) => !d.reported) : [];
  const awake = devices.filter((d) => !silent.includes(d));
  const byStore = Map.groupBy(awake, (d) => d.store);
  const staffOf = Map.groupBy(staff, (s) => s.store);
  const stores: Store[] = [];
  for (const [name, list] of byStore) {
    if (name === null) continue;
    const units = list.filter((d) => d.deviceClass === 'OKM' || d.controller !== null).map(toUnit);
    const ofClass = (deviceClass: DeviceClass) => units.filter((u) => u.deviceClass === deviceClass);
    const store = {
      name,
      zone: zoneOf(name, setting?.zone ?? 'UTC'),
      pace: 1,
      staff: (staffOf.get(name) ?? []).map((s) => s.username),
      okms: ofClass('OKM'),
      keys: ofClass('KEY'),
      locks: ofClass('LOCK'),
      pods: ofClass('POD'),
    };
    if (store.okms.length > 0 && store.staff.length > 0) stores.push(store);
  }
  return stores.toSorted((a, b) => ((a.okms[0]?.serial ?? '') < (b.okms[0]?.serial ?? '') ? -1 : 1));
}

const toUnit = (row: DeviceRow): Unit => ({
  id: row.id,
  serial: row.serial,
  deviceClass: row.deviceClass,
  typeName: row.typeName,
  controller: row.controller ?? row.serial,
  fields: row.fields,
  secured: row.state['secured'] !== false,
  armed: row.state['armed'] === true || row.state['storeMode'] === 'closed',
  merchandise: row.state['merchandisePresent'] !== false,
  cycles: typeof row.state['cycles'] === 'number' ? row.state['cycles'] : 0,
  holder: row.holder,
  busyUntil: 0,
  events: 0,
});
