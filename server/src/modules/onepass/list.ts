import { inviteStatuses, keyStatuses, type SecureKeyRow, secureKeys } from '@keyward/contract/onepass';
import { can } from '@keyward/contract/permissions';
import { locationName, typeName } from '#core/devices/columns.ts';
import { anyOf, visibleIn } from '#core/list/conditions/predicate.ts';
import { ownLocations, sameLocations } from '#core/list/conditions/scope.ts';
import { contains } from '#core/list/conditions/text.ts';
import { defineList } from '#core/list/define.ts';
import type { Column, TenantSql } from '#core/list/types.ts';
import type { BuiltInView } from '#core/list/views/types.ts';
import { ofVisibleInvite } from '#core/onepass/columns.ts';
import { keyColumns } from './columns.ts';

const newest = { by: 'k.created_at', type: 'instant' } as const;

/** The ids of the device's values, or the tag's id if the device has every value. */
const tagIds: TenantSql = (own) => `array(
  select coalesce(g.value_id, g.tag_definition_id) from device_tag g
  where ${own('g')} and g.device_id = k.device_id and (g.value_id is not null or g.every_value))`;

/** The address of the key's invitation, if the invitation is visible to the actor. */
const email = ofVisibleInvite('k.invite_id', 'k.given_to');
const emailFold = ofVisibleInvite('k.invite_id', 'k.given_to_fold');

const number = (column: string): Column => ({
  type: 'number',
  required: true,
  filter: `${column}::bigint`,
  sort: { by: column, ties: newest },
});

const overviewColumns = [
  'device_name',
  'status',
  'expiration_timestamp',
  'uses',
  'count',
  'invite_email',
  'locationTagValue',
  'tagValues',
  'key_timestamp',
  'created_by',
];

type Row = Omit<SecureKeyRow, 'device' | 'device_type' | 'invitations'> & {
  device_id: string;
  tag_ids: string[];
  location_id: string | null;
  invite_id: string | null;
  invite_sent_at: string | null;
};

/** The invitation of a row. Its address is null if the caller may not open the invitation. */
const invitationsOf = ({ invite_id: id, invite_email: address, invite_sent_at: sentAt, invite_status: status }: Row) =>
  id !== null && address !== null && status !== null ? [{ id, email: address, sent_at: sentAt, status }] : [];

/** The list of keys, which are at the locations of their devices. */
export const keyList = defineList<Row>({
  resource: 'secure-key',
  table: 'secure_key_row',
  as: 'k',
  joins: { invitation: (own, visible) => `cross join lateral (select ${emailFold(own, visible)} as email_fold) j` },
  detail: {
    select: (own, visible) => `k.device_id, k.device_name, k.serial_number, k.device_type_name,
      k.location_value_id as location_id, ${tagIds(own)} as tag_ids, k.expires_at as expiration_timestamp, k.max_uses as count, k.uses, k.last_used_at,
      k.created_at as key_timestamp, k.duration, k.created_by_name as created_by, k.invite_id,
      ${email(own, visible)} as invite_email, k.invite_sent_at, k.invite_status, k.status`,
    joins: () => '',
  },
  names: (row) => (row.location_id ? [...row.tag_ids, row.location_id] : row.tag_ids),
  print: (row, { names }) => {
    const tagValues = names(row.tag_ids, 'groups');
    return JSON.stringify({
      id: row.id,
      device: { id: row.device_id, name: row.device_name, serial_number: row.serial_number, tagValues },
      device_type: { name: row.device_type_name },
      invitations: invitationsOf(row),
      device_name: row.device_name,
      serial_number: row.serial_number,
      device_type_name: row.device_type_name,
      locationTagValue: row.location_id && (names([row.location_id], 'locations')[0] ?? null),
      tagValues,
      expiration_timestamp: row.expiration_timestamp,
      count: row.count,
      uses: row.uses,
      last_used_at: row.last_used_at,
      key_timestamp: row.key_timestamp,
      duration: row.duration,
      created_by: row.created_by,
      invite_email: row.invite_email,
      invite_status: row.invite_status,
      status: row.status,
    } satisfies SecureKeyRow);
  },
  columns: {
    // refetched by an open list after a live message
    id: { type: 'id', required: true, filter: 'k.id', unlisted: true },
    device_name: {
      type: 'text',
      required: true,
      filter: '(k.device_name_fold collate natural_order)',
      within: 'k.device_search',
      sort: { by: '(k.device_name_fold collate natural_order)', ties: newest },
    },
    serial_number: {
      type: 'text',
      required: true,
      filter: 'k.serial_number',
      upper: true,
      sort: { by: 'k.serial_number', ties: newest },
    },
    device_type_name: {
      ...typeName('k.device_type_id'),
      sort: { by: '(k.device_type_fold collate natural_order)', ties: newest },
    },
    locationTagValue: locationName('k.location_value_id'),
    status: {
      type: 'enum',
      required: true,
      timed: true,
      values: keyStatuses,
      filter: 'k.status',
      format: 'onepass.statuses',
    },
    expiration_timestamp: {
      type: 'instant',
      required: true,
      filter: 'k.expires_at',
      sort: { by: 'k.expires_at', stable: true },
    },
    count: number('k.max_uses'),
    uses: number('k.uses'),
    duration: number('k.duration'),
    last_used_at: {
      type: 'instant',
      filter: 'k.last_used_at',
      // keys that were never used sort first
      sort: { by: `coalesce(k.last_used_at, '-infinity'::timestamptz)`, ties: newest },
    },
    key_timestamp: {
      type: 'instant',
      required: true,
      filter: 'k.created_at',
      sort: { by: 'k.created_at', stable: true },
    },
    created_by: { type: 'text', required: true, filter: 'k.created_by_fold' },
    invite_email: {
      type: 'text',
      filter: emailFold,
      // shows that an invitation was sent even where the address is hidden
      exists: 'k.invite_id',
      sort: { by: `coalesce(j.email_fold, '')`, joins: ['invitation'], ties: newest },
    },
    invite_status: {
      type: 'enum',
      values: inviteStatuses,
      filter: 'k.invite_status',
      format: 'onepass.inviteStatuses',
    },
  },
  tags: {
    from: (own) => `device_tag g where ${own('g')}`,
    owner: 'device_id',
    id: 'k.device_id',
    object: 'devices',
  },
  search: async (_db, text) => ({
    kind: 'test',
    sql: (params) =>
      anyOf(['k.device_search', emailFold(params.own, visibleIn(params))].map((one) => contains(one, text, params))),
  }),
  scope: {
    column: 'k.location_value_id',
    values: ownLocations,
    valuesFor: sameLocations,
    unassigned: 'null',
    sorts: [],
  },
  views: [
    view('Overview', 'All OnePASS keys in your locations, newest first.', {}),
    view('Active', 'Keys that can still be used.', { status: 'active' }),
    view(
      'Ending soon',
      'Usable keys that end within 24 hours.',
      { status: 'active', expiration_timestamp: 'range:now,now+24h' },
      'expiration_timestamp',
    ),
    view('Without invitation', 'Usable keys that no invitation gives to anyone.', {
      status: 'active',
      invite_email: 'NOT_EXISTS',
    }),
    view('Ended', 'Keys that are used up, expired or deactivated.', { status: 'usedUp,expired,deactivated' }),
  ],
  available: keyColumns,
  needs: can.readSecureKeys,
  export: can.exportSecureKeys,
});

/** A view; `earliest` is a column to sort by, smallest value first, instead of the newest keys first. */
function view(value: string, description: string, filter: Record<string, string>, earliest?: string): BuiltInView {
  return {
    value,
    label: value,
    description,
    isMultiselect: false,
    actions: { bulk: [], single: [] },
    query: {
      resource: 'secure-key',
      urlBasePath: secureKeys.list.path,
      filter,
      searchableColumns: ['device_name', 'serial_number', 'invite_email'],
      sort: [earliest === undefined ? ['key_timestamp', 'DESC'] : [earliest, 'ASC']],
    },
    columns: keyColumns.filter(({ accessorKey }) => overviewColumns.includes(accessorKey)),
  };
}
