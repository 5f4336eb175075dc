import type { DeviceClass, StateField } from '@keyward/contract/devices';
import { mayAct } from '#core/auth/may-act.ts';
import { organizationSettingsOf } from '#core/organization/organization.ts';
import type { Db } from '#db/tenant.ts';
import { zoneOf } from './stores.ts';

/** A device in the simulation. */
export type Unit = {
  id: string;
  serial: string;
  name: string;
  deviceClass: DeviceClass;
  typeName: string;
  /** The serial number of the OKM it reports through; an OKM's own serial number. */
  controller: string;
  /** The state fields of its type. */
  fields: Record<string, StateField>;
  secured: boolean;
  armed: boolean;
  merchandise: boolean;
  cycles: number;
  /** The key's holder, by profile ID. */
  holder: string | null;
  /** In use until this time, in ms. */
  busyUntil: number;
  /** The number of events it has reported. */
  events: number;
};
export type Store = {
  name: string;
  zone: string;
  /** 1: normal speed; below 1, actions follow each other faster. */
  pace: number;
  /** Profile IDs. */
  staff: string[];
  /** Whether this person may use the device at that time; null: not judged, as in the history. */
  mayUse: ((agent: string, unit: Unit, at: Date) => boolean) | null;
  okms: Unit[];
  keys: Unit[];
  locks: Unit[];
  pods: Unit[];
};

type DeviceRow = Awaited<ReturnType<typeof devicesOf>>[number];
const devicesOf = (db: Db) =>
  db
    .selectFrom('device as d')
    .innerJoin('device_type as t', 't.id', 'd.device_type_id')
    .leftJoin('device as c', 'c.id', 'd.controller_id')
    .leftJoin('tag_value as v', 'v.id', 'd.location_value_id')
    .leftJoin('key_custody as k', 'k.device_id', 'd.id')
    .leftJoin('profile as p', 'p.id', 'k.profile_id')
    .select([
      'd.id',
      'd.name',
      'd.serial_number as serial',
      't.device_class as deviceClass',
      't.name as typeName',
      'd.state',
    ])
    .select(['c.serial_number as controller', 'v.name as store', 't.state_schema as fields', 'p.username as holder'])
    .select((eb) => eb('d.state_updated_at', 'is not', null).as('reported'))
    .orderBy('d.serial_number')
    .execute();

const staffOfStores = (db: Db) =>
  db
    .selectFrom('profile as p')
    .innerJoin('profile_tag as pt', 'pt.profile_id', 'p.id')
    .innerJoin('tag_definition as d', (join) =>
      join.onRef('d.id', '=', 'pt.tag_definition_id').on('d.is_location', '=', true),
    )
    .innerJoin('tag_value as v', 'v.id', 'pt.value_id')
    .select(['v.name as store', 'p.username'])
    .where(mayAct('p'))
    .orderBy('p.username')
    .execute();

/** The tenant's stores with an OKM and staff. */
export async function loadStaffedFleet(db: Db): Promise<Store[]> {
  const staff = Map.groupBy(await staffOfStores(db), ({ store }) => store);
  const stores = await loadFleet(db);
  return stores.flatMap((store) => {
    const own = staff.get(store.name)?.map(({ username }) => username);
    return own ? [{ ...store, staff: own }] : [];
  });
}

/**
 * The tenant's stores with an OKM, and all devices that report through their OKMs. Devices that have never reported are left out,
 * unless none has reported yet. The staff is not loaded.
 */
export async function loadFleet(db: Db): Promise<Store[]> {
  const devices = await devicesOf(db);
  const { timeZone: zone } = await organizationSettingsOf(db);
  const silent = devices.some((d) => d.reported) ? devices.filter((d) => !d.reported) : [];
  const awake = devices.filter((d) => !silent.includes(d));
  const byStore = Map.groupBy(awake, (d) => d.store);
  const stores: Store[] = [];
  for (const [name, list] of byStore) {
    if (name === null) continue;
    const units = list.filter((d) => d.deviceClass === 'OKM' || d.controller !== null).map(toUnit);
    const ofClass = (deviceClass: DeviceClass) => units.filter((u) => u.deviceClass === deviceClass);
    const store: Store = {
      name,
      zone: zoneOf(name, zone),
      pace: 1,
      staff: [],
      mayUse: null,
      okms: ofClass('OKM'),
      keys: ofClass('KEY'),
      locks: ofClass('LOCK'),
      pods: ofClass('POD'),
    };
    if (store.okms.length > 0) stores.push(store);
  }
  return stores.toSorted((a, b) => ((a.okms[0]?.serial ?? '') < (b.okms[0]?.serial ?? '') ? -1 : 1));
}

const toUnit = (row: DeviceRow): Unit => ({
  id: row.id,
  serial: row.serial,
  name: row.name,
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
