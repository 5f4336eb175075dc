// The built-in views of devices.
import { devices, lowBattery } from '@keyward/contract/devices';
import { can } from '@keyward/contract/permissions';
import type { BuiltInView } from '#core/list/views/types.ts';
import { deviceActions } from './actions.ts';
import { deviceColumns, moreDeviceColumns } from './columns.ts';

type Shows = {
  /** Columns of Overview that are pointless in this view, such as constant ones. */
  without?: readonly string[];
  /** Columns to insert before the last report. */
  and?: readonly string[];
  /** The sort column; the name by default. */
  sort?: string;
};

function view(value: string, description: string, filter: Record<string, string>, shows: Shows = {}): BuiltInView {
  const { without = [], and = [], sort = 'name' } = shows;
  const more = moreDeviceColumns.filter(({ accessorKey }) => and.includes(accessorKey));
  return {
    value,
    label: value,
    description,
    isMultiselect: true,
    actions: deviceActions,
    query: {
      resource: 'device',
      urlBasePath: devices.list.path,
      filter,
      searchableColumns: ['name', 'serial_number'],
      sort: [[sort, 'ASC']],
    },
    columns: deviceColumns
      .flatMap((column) => (column.accessorKey === 'state_updated_at' ? [...more, column] : column))
      .filter(({ accessorKey }) => !without.includes(accessorKey)),
  };
}

export const deviceViews: readonly [BuiltInView, ...BuiltInView[]] = [
  view('Overview', 'All devices in your locations.', {}),
  view(
    'Keys',
    'Keys that open locks and are kept in OKMs.',
    { device_class: 'KEY' },
    {
      without: ['security_status'],
      and: ['held_by', 'lost_since'],
    },
  ),
  view(
    'Keys out',
    'Keys that are checked out, those that are out for longest first.',
    { held_since: 'EXISTS' },
    {
      without: ['security_status', 'tagValues', 'state_updated_at'],
      and: ['held_by', 'held_since'],
      sort: 'held_since',
    },
  ),
  view(
    'Lost keys',
    'Keys that are reported lost, those that are lost for longest first.',
    { lost_since: 'EXISTS' },
    {
      without: ['security_status', 'tagValues', 'state_updated_at'],
      and: ['held_by', 'lost_since'],
      sort: 'lost_since',
    },
  ),
  view('Locks', 'Locks and padlocks with their security status.', { device_class: 'LOCK' }),
  view('OKMs', 'Key managers and when they last reported.', { device_class: 'OKM' }, { without: ['security_status'] }),
  view('PODs', 'PODs that guard displayed goods.', { device_class: 'POD' }),
  {
    ...view(
      'OKMs Offline',
      'Key managers whose last report is more than {time} old.',
      { device_class: 'OKM', state_updated_at: 'lt:{ago}' },
      // the OKM that has been silent for longest comes first
      { without: ['security_status'], sort: 'state_updated_at' },
    ),
    period: 'offlineOkmMinutes',
  },
  view(
    'Waiting for OKMs',
    'OKMs at which the latest changes do not work yet.',
    { device_class: 'OKM', waits_for_access: 'true' },
    { without: ['security_status'] },
  ),
  {
    ...view('Unsecured Locks', 'Locks reported unsecured within the last {time}.', {
      device_class: 'LOCK',
      security_status: 'unsecured',
      state_updated_at: 'gte:{ago}',
    }),
    period: 'unsecuredLockHours',
  },
  view(
    'Low battery',
    `Devices whose battery is below ${lowBattery} %, the lowest first.`,
    { battery: `lt:${lowBattery}` },
    { without: ['tagValues', 'security_status'], and: ['battery', 'connectivity'], sort: 'battery' },
  ),
  view(
    'Old firmware',
    'Devices with older firmware than the newest that devices of their type report.',
    { old_firmware: 'true' },
    { without: ['tagValues', 'security_status'], and: ['firmware_version', 'connectivity'], sort: 'firmware_version' },
  ),
  view(
    'Never reported',
    'Devices that have not reported yet.',
    { state_updated_at: 'NOT_EXISTS' },
    { without: ['tagValues', 'security_status', 'state_updated_at'], and: ['controller_name', 'created_at'] },
  ),
  view(
    'Unassigned Devices',
    'Devices without a location.',
    { locationTagValue: 'NOT_EXISTS' },
    { without: ['locationTagValue'] },
  ),
  {
    ...view('OnePASS Supported Devices', 'Devices that a temporary OnePASS key can open.', {
      secure_key_compatible: 'true',
    }),
    needs: can.readSecureKeys,
  },
  view(
    'Overdue keys',
    'Keys that should be back by now, those that are out for longest first.',
    { overdue: 'true' },
    {
      without: ['security_status', 'tagValues', 'state_updated_at'],
      and: ['held_by', 'held_since'],
      sort: 'held_since',
    },
  ),
];
