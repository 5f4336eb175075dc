import { deviceClasses, type DeviceRow } from '@keyward/contract/devices';
import { can } from '@keyward/contract/permissions';
import { locationName, ofType, typeName } from '#core/devices/columns.ts';
import { defineList } from '#core/list/define.ts';
import { counterTest } from '#core/list/conditions/location.ts';
import { equalsOneOf } from '#core/list/conditions/predicate.ts';
import { sameLocations, ownLocations } from '#core/list/conditions/scope.ts';
import { contains } from '#core/list/conditions/text.ts';
import { controllerJoin, deviceColumns, moreDeviceColumns, stateColumns } from './columns.ts';
import type { Sort, TenantSql } from '#core/list/types.ts';
import { custodyColumns, custodyJoin, holderJoins, holderSelect } from './custody-columns.ts';
import { connectivity, healthColumns, onlineJoin } from './health-columns.ts';
import { lostColumns, lostDetail, lostJoin, lostSelect } from './lost-columns.ts';
import { deviceViews } from './views.ts';

const byName = { by: '(d.name_fold collate natural_order)', type: 'text' } as const;

const byType = {
  column: 'd.device_type_id',
  of: (own) => `device_type o where ${own('o')}`,
} satisfies Sort['grouped'];

/** Value ids, or the tag's id when the device has every value. */
const tagIds: TenantSql = (own) => `array(
  select coalesce(g.value_id, g.tag_definition_id) from device_tag g
  where ${own('g')} and g.device_id = d.id and (g.value_id is not null or g.every_value))`;

type Row = DeviceRow & Record<string, unknown> & { tag_ids: string[]; location_id: string | null };

export const deviceList = defineList<Row>({
  resource: 'device',
  table: 'device',
  as: 'd',
  joins: {
    type: (own) => `join device_type t on ${own('t')} and t.id = d.device_type_id`,
    custody: custodyJoin,
    lost: lostJoin,
    online: onlineJoin,
    location: (own) => `left join tag_value l on ${own('l')} and l.id = d.location_value_id`,
  },
  detail: {
    select: (own) => `d.name, d.serial_number, t.name as device_type_name, t.device_class, ${tagIds(own)} as tag_ids,
      d.location_value_id as location_id, d.created_at, d.state_updated_at, d.security_status, t.deletion_restricted as "isDeletionRestricted", ${stateColumns}, ${connectivity(own)}, ${holderSelect(own)}, ${lostSelect}`,
    joins: (own, visible) =>
      `join device_type t on ${own('t')} and t.id = d.device_type_id ${controllerJoin(own)} ${holderJoins(own, visible)} ${lostDetail(own)}`,
  },
  names: (row) => (row.location_id ? [...row.tag_ids, row.location_id] : row.tag_ids),
  print: (row, { names }) =>
    JSON.stringify({
      id: row.id,
      name: row.name,
      serial_number: row.serial_number,
      device_type_name: row.device_type_name,
      device_class: row.device_class,
      tagValues: names(row.tag_ids, 'groups'),
      locationTagValue: row.location_id && (names([row.location_id], 'locations')[0] ?? null),
      created_at: row.created_at,
      state_updated_at: row.state_updated_at,
      security_status: row.security_status,
      controller_name: row.controller_name,
      controller_id: row.controller_id,
      firmware_version: row.firmware_version,
      mac_address: row.mac_address,
      battery: row.battery,
      temperature: row.temperature,
      merchandise_present: row.merchandise_present,
      isDeletionRestricted: row.isDeletionRestricted,
      connectivity: row.connectivity,
      held_by: row.held_by,
      holder_id: row.holder_id,
      holder_unknown: row.holder_unknown,
      held_since: row.held_since,
      overdue: row.overdue,
      lost_since: row.lost_since,
    } satisfies DeviceRow),
  columns: {
    // refetched by an open list after a live message
    id: { type: 'id', required: true, filter: 'd.id', unlisted: true },
    name: {
      type: 'text',
      required: true,
      filter: '(d.name_fold collate natural_order)',
      within: 'd.search',
      sort: { by: byName.by },
    },
    serial_number: {
      type: 'text',
      required: true,
      filter: 'd.serial_number',
      upper: true,
      // not stable: a replacement has another serial number
      sort: { by: 'd.serial_number' },
    },
    device_type_name: {
      ...typeName('d.device_type_id'),
      sort: {
        by: '(t.name_fold collate natural_order)',
        joins: ['type'],
        ties: byName,
        grouped: { ...byType, key: '(o.name_fold collate natural_order)' },
      },
    },
    device_class: {
      type: 'enum',
      values: deviceClasses,
      filter: 'y.device_class',
      ...ofType('d.device_type_id'),
      sort: { by: 't.device_class', joins: ['type'], ties: byName, grouped: { ...byType, key: 'o.device_class' } },
    },
    secure_key_compatible: {
      type: 'boolean',
      filter: 'y.secure_key_compatible',
      ...ofType('d.device_type_id'),
      unlisted: true,
    },
    locationTagValue: {
      ...locationName('d.location_value_id'),
      sort: {
        by: `(coalesce(l.name_fold, '') collate natural_order)`,
        joins: ['location'],
        ties: byName,
        grouped: {
          column: 'd.location_value_id',
          of: (own) =>
            `tag_value o join tag_definition f on ${own('f')} and f.id = o.tag_definition_id and f.is_location where ${own('o')}`,
          key: '(o.name_fold collate natural_order)',
        },
      },
    },
    created_at: {
      type: 'instant',
      required: true,
      filter: 'd.created_at',
      sort: { by: 'd.created_at', stable: true },
    },
    state_updated_at: {
      type: 'instant',
      filter: 'd.state_updated_at',
      // devices without a report sort first; the stepped time comes first because it is indexed
      sort: {
        by: 'd.reported_from',
        ties: { by: `coalesce(d.state_updated_at, '-infinity'::timestamptz)`, type: 'instant' },
      },
    },
    security_status: {
      type: 'enum',
      values: ['secured', 'unsecured'],
      format: 'list.security',
      filter: 'd.security_status',
      sort: {
        by: `coalesce(d.security_status, '')`,
        ties: byName,
        grouped: { column: 'd.security_status', values: ['secured', 'unsecured'] },
      },
    },
    temperature: { type: 'number', filter: 'd.temperature_floor' },
    ...healthColumns(byName),
    ...custodyColumns(byName),
    ...lostColumns(byName),
    // used by the link to the devices of an OKM
    controller_id: { type: 'id', filter: 'd.controller_id', unlisted: true },
    // true for an OKM that has not confirmed the latest version
    waits_for_access: {
      type: 'boolean',
      filter: '(s.confirmed_version < s.version)',
      exists: (own) => `(select s.confirmed_version from controller_state s where ${own('s')} and s.device_id = d.id)`,
      lookup: {
        from: (own) => `controller_state s where ${own('s')}`,
        id: 's.device_id',
        columns: ['d.id'],
        sorts: [],
      },
      unlisted: true,
    },
  },
  tags: { from: (own) => `device_tag g where ${own('g')}`, owner: 'device_id', id: 'd.id', object: 'devices' },
  search: async (_db, text) => ({ kind: 'test', sql: (params) => contains('d.search', text, params) }),
  scope: {
    column: 'd.location_value_id',
    values: ownLocations,
    valuesFor: sameLocations,
    unassigned: 'null',
    sorts: ['name'],
  },
  total({ conditions, searched, scope, locations }) {
    if (conditions.length > 0 || searched) return undefined;
    return (params) => {
      const tests = [params.own('x'), "x.resource = 'device'"];
      if (scope) tests.push(equalsOneOf('x.location_id', scope, 'uuid[]', params));
      for (const location of locations) tests.push(counterTest('x.location_id', location, params));
      return `(select coalesce(sum(x.n), 0) from list_tally x where ${tests.join(' and ')})`;
    };
  },
  views: deviceViews,
  available: [...deviceColumns, ...moreDeviceColumns],
  needs: can.readDevices,
  export: can.exportDevices,
});
