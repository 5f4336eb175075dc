import { invitations, type InviteRow } from '@keyward/contract/invitations';
import { deliveries, inviteStatuses } from '@keyward/contract/onepass';
import { can } from '@keyward/contract/permissions';
import { equalsOneOf } from '#core/list/conditions/predicate.ts';
import { ownLocations, sameLocations } from '#core/list/conditions/scope.ts';
import { contains } from '#core/list/conditions/text.ts';
import { defineList } from '#core/list/define.ts';
import type { Offers, TenantSql, ViaJunction } from '#core/list/types.ts';
import type { BuiltInView } from '#core/list/views/types.ts';
import { allKeysAt, keyLocation } from '#core/onepass/columns.ts';
import { inviteActions } from './actions.ts';
import { inviteColumns, moreInviteColumns } from './columns.ts';

/** Whether every key of the invitation is at a location that passes the test; false for an invitation without keys. */
const atLocations: ViaJunction = (own, test) => `(
  exists (select from secure_key k where ${own('k')} and k.invite_id = i.id)
  and ${allKeysAt('i.id')(own, test)})`;

/** A value of the invitation's keys. */
const ofKeys =
  (value: string): TenantSql =>
  (own) =>
    `(select ${value} from secure_key k where ${own('k')} and k.invite_id = i.id)`;
const ends = 'max(k.expires_at)';
const uses = 'coalesce(sum(k.uses), 0)::bigint';
const count = 'coalesce(sum(k.max_uses), 0)::bigint';
const usable = ofKeys('coalesce(bool_or(k.expires_at > now() and k.uses < k.max_uses), false)');
const canBeResent: TenantSql = (own) => `(i.status = 'NEW' and ${usable(own)})`;
const canBeCancelled: TenantSql = (own) => `(i.status <> 'CANCELLED' and ${usable(own)})`;

/** Offers only devices with keys of visible invitations, not those of invitations that also have keys at other locations. */
const ofVisibleInvites: NonNullable<Offers['visible']> = (scope, params) =>
  scope
    ? `exists (select from secure_key y where ${params.own('y')} and y.device_id = x.id and y.invite_id is not null
        and ${allKeysAt('y.invite_id')(params.own, equalsOneOf(keyLocation, scope, 'uuid[]', params))})`
    : undefined;

/** The groups and text tags of the devices, each once. */
const deviceTags: TenantSql = (own) => `(
  select distinct k.invite_id, t.tag_definition_id, t.value_id, t.text, t.every_value
  from secure_key k join device_tag t on ${own('t')} and t.device_id = k.device_id where ${own('k')}) g where true`;

/** Joined to sort by values of the keys. */
const keysJoin: TenantSql = (own) => `cross join lateral (select ${ends} as ends, ${uses} as uses, ${count} as count
  from secure_key k where ${own('k')} and k.invite_id = i.id) s`;

/** The ids of a device's values, or the tag's id if the device has every value. */
const tagIds: TenantSql = (own) => `array(
  select coalesce(g.value_id, g.tag_definition_id) from device_tag g
  where ${own('g')} and g.device_id = d.id and (g.value_id is not null or g.every_value))`;

/** The keys of a row with their devices and totals. */
const keysOf: TenantSql = (own) => `left join lateral (
  select coalesce(json_agg(json_build_object('id', k.id, 'device_id', d.id, 'name', d.name, 'serial_number', d.serial_number,
      'tag_ids', ${tagIds(own)}) order by d.name_fold, d.id, k.id), '[]') as keys, max(k.expires_at) as ends,
    coalesce(sum(k.uses), 0)::int as uses, coalesce(sum(k.max_uses), 0)::int as count,
    coalesce(bool_or(k.expires_at > now() and k.uses < k.max_uses), false) as usable
  from secure_key k join device d on ${own('d')} and d.id = k.device_id
  where ${own('k')} and k.invite_id = i.id) k on true`;

const byEmail = { by: 'i.email_fold', type: 'text' } as const;

type Key = { id: string; device_id: string; name: string; serial_number: string; tag_ids: string[] };
type Row = Omit<InviteRow, 'devices' | 'secure_keys'> & { keys: Key[] };

export const inviteList = defineList<Row>({
  resource: 'secure-key-invitation',
  table: 'secure_key_invite',
  as: 'i',
  joins: { keys: keysJoin },
  detail: {
    select: () => `i.email, i.status, i.delivery, i.sent_at, i.notes, k.keys, k.ends as expiration_timestamp, k.uses,
      k.count, i.created_at, i.created_by_name as created_by,
      i.status <> 'CANCELLED' and k.usable as can_be_cancelled, i.status = 'NEW' and k.usable as can_be_resent`,
    joins: keysOf,
  },
  names: (row) => row.keys.flatMap((key) => key.tag_ids),
  print: (row, { names }) =>
    JSON.stringify({
      id: row.id,
      email: row.email,
      status: row.status,
      delivery: row.delivery,
      sent_at: row.sent_at,
      notes: row.notes,
      devices: row.keys.map(({ name }) => name),
      secure_keys: row.keys.map(({ id, device_id, name, serial_number, tag_ids }) => ({
        id,
        device: { id: device_id, name, serial_number, tagValues: names(tag_ids, 'groups') },
      })),
      expiration_timestamp: row.expiration_timestamp,
      uses: row.uses,
      count: row.count,
      created_at: row.created_at,
      created_by: row.created_by,
      can_be_cancelled: row.can_be_cancelled,
      can_be_resent: row.can_be_resent,
    } satisfies InviteRow),
  columns: {
    // refetched by an open list after a live message
    id: { type: 'id', required: true, filter: 'i.id', unlisted: true },
    email: { type: 'text', required: true, filter: 'i.email_fold', within: 'i.search', sort: { by: byEmail.by } },
    status: {
      type: 'enum',
      values: inviteStatuses,
      required: true,
      filter: 'i.status',
      sort: { by: 'i.status', ties: byEmail },
    },
    delivery: {
      type: 'enum',
      values: deliveries,
      required: true,
      filter: 'i.delivery',
      sort: { by: 'i.delivery', ties: byEmail },
    },
    devices: {
      type: 'text',
      filter: 'x.name_fold',
      lookup: {
        from: (own) => `device x where ${own('x')}
          and exists (select from secure_key y where ${own('y')} and y.device_id = x.id and y.invite_id is not null)`,
        id: 'x.id',
        columns: ['k.device_id'],
        sorts: [],
        viaJunction: (own, test) =>
          `exists (select from secure_key k where ${own('k')} and k.invite_id = i.id and ${test})`,
      },
      offers: { shown: 'x.name', folded: 'x.name_fold', visible: ofVisibleInvites },
      exists: ofKeys('min(k.device_id::text)'),
    },
    uses: {
      type: 'number',
      required: true,
      filter: ofKeys(uses),
      sort: { by: 's.uses', joins: ['keys'], ties: byEmail },
    },
    count: {
      type: 'number',
      required: true,
      filter: ofKeys(count),
      sort: { by: 's.count', joins: ['keys'], ties: byEmail },
    },
    expiration_timestamp: {
      type: 'instant',
      filter: ofKeys(ends),
      sort: { by: `coalesce(s.ends, '-infinity'::timestamptz)`, joins: ['keys'], ties: byEmail },
    },
    sent_at: {
      type: 'instant',
      filter: 'i.sent_at',
      sort: { by: `coalesce(i.sent_at, '-infinity'::timestamptz)`, ties: byEmail },
    },
    created_at: {
      type: 'instant',
      required: true,
      filter: 'i.created_at',
      sort: { by: 'i.created_at', stable: true },
    },
    created_by: { type: 'text', required: true, filter: 'fold(i.created_by_name)' },
    can_be_cancelled: { type: 'boolean', required: true, timed: true, filter: canBeCancelled, unlisted: true },
    can_be_resent: { type: 'boolean', required: true, timed: true, filter: canBeResent, unlisted: true },
  },
  tags: { from: deviceTags, owner: 'invite_id', id: 'i.id', object: 'devices' },
  search: async (_db, text) => ({ kind: 'test', sql: (params) => contains('i.search', text, params) }),
  scope: {
    column: keyLocation,
    values: ownLocations,
    valuesFor: sameLocations,
    unassigned: 'null',
    sorts: [],
    viaJunction: atLocations,
  },
  views: [
    view('Overview', 'All invitations in your locations.', {}),
    view('Not delivered', 'The mail server refused or delayed the mail, and the key can still be used.', {
      delivery: 'refused,delayed',
      can_be_cancelled: 'true',
    }),
    view('Waiting', 'Not used yet, and a key can still be used.', { status: 'NEW', can_be_cancelled: 'true' }),
    view('In use', 'Used, and a key can still be used.', { status: 'USED', can_be_cancelled: 'true' }),
    view('Deactivated', 'Invitations that were deactivated, with all their keys.', { status: 'CANCELLED' }, 'status'),
  ],
  available: [...inviteColumns, ...moreInviteColumns],
  needs: can.readSecureKeys,
  export: can.exportSecureKeys,
});

/** A view; `without` is a column that is constant in it. */
function view(value: string, description: string, filter: Record<string, string>, without?: string): BuiltInView {
  return {
    value,
    label: value,
    description,
    isMultiselect: true,
    actions: inviteActions,
    query: {
      resource: 'secure-key-invitation',
      urlBasePath: invitations.list.path,
      filter,
      searchableColumns: ['email', 'notes'],
      sort: [['created_at', 'DESC']],
    },
    columns: inviteColumns.filter((column) => column.accessorKey !== without),
  };
}
