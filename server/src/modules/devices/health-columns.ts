// Columns of the fleet's health: battery, firmware and connectivity.
import { connectivities } from '@keyward/contract/devices';
import type { Column, Sort, TenantSql } from '#core/list/types.ts';
import { tenantSetting } from './tenant-setting.ts';

/** Collated so that 2.10 is above 2.9. */
const version = (of: string) => `(${of}.firmware_version collate natural_order)`;

/** Devices, each with the newest version that any device of its type reports in the tenant. */
const versions: TenantSql = (own) => `device_type y
  cross join lateral (select ${version('x')} as newest from device x
    where ${own('x')} and x.device_type_id = y.id order by ${version('x')} desc limit 1) n
  join device o on ${own('o')} and o.device_type_id = y.id and o.firmware_version <> '' where ${own('y')}`;

/** Minutes without a report after which an OKM of the tenant is offline. */
const minutes: TenantSql = (own) => `${tenantSetting('offlineOkmMinutes', own)}::int`;
const isRecent = (instant: string, own: Parameters<TenantSql>[0]) =>
  `${instant} >= now() - make_interval(mins => ${minutes(own)})`;
/** The OKMs that are online. */
const onlineOkms: TenantSql = (own) => `select o.id from device o
  join device_type y on ${own('y')} and y.id = o.device_type_id and y.device_class = 'OKM'
  where ${own('o')} and ${isRecent('o.state_updated_at', own)}`;

/** A device that has reported is as reachable as the OKM that it reports through. */
const state = (online: string) =>
  `case when d.state_updated_at is null then 'never' when ${online} then 'online' else 'offline' end`;

/** Joined to sort by connectivity. */
export const onlineJoin: TenantSql = (own) =>
  `left join (${onlineOkms(own)}) n on n.id = coalesce(d.controller_id, d.id)`;

/** Connectivity of a row; `o` is its OKM. */
export const connectivity: TenantSql = (own) =>
  `${state(isRecent(`case t.device_class when 'OKM' then d.state_updated_at else o.state_updated_at end`, own))} as connectivity`;

export const healthColumns = (byName: NonNullable<Sort['ties']>) =>
  ({
    battery: {
      type: 'number',
      filter: 'd.battery_floor',
      // devices without a battery come last, whatever the direction
      sort: { by: 'coalesce(d.battery_floor, 1000)', down: 'coalesce(d.battery_floor, -1000)' },
    },
    firmware_version: {
      type: 'text',
      filter: `fold(nullif(d.firmware_version, ''))`,
      sort: { by: version('d'), ties: byName },
    },
    old_firmware: {
      type: 'boolean',
      filter: `(${version('o')} < n.newest)`,
      exists: `nullif(d.firmware_version, '')`,
      lookup: { from: versions, id: 'o.id', columns: ['d.id'], sorts: [] },
      header: 'old_firmware',
    },
    connectivity: {
      type: 'enum',
      values: connectivities,
      required: true,
      timed: true,
      filter: (own) => state(`coalesce(d.controller_id, d.id) in (${onlineOkms(own)})`),
      sort: { by: state('n.id is not null'), joins: ['online'], ties: byName },
    },
  }) satisfies Record<string, Column>;
