import { type ProfileRow, profiles } from '@keyward/contract/profiles';
import { can } from '@keyward/contract/permissions';
import { defineList } from '#core/list/define.ts';
import { equalsOneOf } from '#core/list/conditions/predicate.ts';
import { sameLocations, ownLocations } from '#core/list/conditions/scope.ts';
import { contains } from '#core/list/conditions/text.ts';
import { profileActions } from './actions.ts';
import { profileColumns } from './columns.ts';
import type { Column, Offers, TenantSql, ViaJunction } from '#core/list/types.ts';
import type { BuiltInView } from '#core/list/views/types.ts';

const byName = '(u.name_fold collate natural_order)';

/** Whether one of the profile's locations passes the test. */
const atLocations: ViaJunction = (
  own,
  test,
) => `exists (select from profile_tag w where ${own('w')} and w.profile_id = u.id
  and w.tag_definition_id in (select f.id from tag_definition f where ${own('f')} and f.is_location) and ${test})`;

/** Value ids, or the tag's id if the profile has every value. */
const tagIds: TenantSql = (own) => `array(
  select coalesce(g.value_id, g.tag_definition_id) from profile_tag g
  where ${own('g')} and g.profile_id = u.id and (g.value_id is not null or g.every_value))`;

const roleIds: TenantSql = (own) =>
  `array(select h.role_id from profile_role h where ${own('h')} and h.profile_id = u.id)`;

/** Roles held by profiles at these locations. */
const heldInLocations: NonNullable<Offers['visible']> = (scope, params) =>
  scope
    ? `exists (select from profile_role h join profile_tag w on ${params.own('w')} and w.profile_id = h.profile_id
        where ${params.own('h')} and h.role_id = r.id and ${equalsOneOf('w.value_id', scope, 'uuid[]', params)})`
    : undefined;

const roleName: Column = {
  type: 'text',
  filter: 'r.name_fold',
  named: 'roles',
  lookup: {
    from: (own) => `role r where ${own('r')}`,
    id: 'r.id',
    columns: ['h.role_id'],
    sorts: [],
    viaJunction: (own, test) =>
      `exists (select from profile_role h where ${own('h')} and h.profile_id = u.id and ${test})`,
  },
  offers: { shown: 'r.name', folded: 'r.name_fold', visible: heldInLocations },
  exists: (own) => `(select min(h.role_id::text) from profile_role h where ${own('h')} and h.profile_id = u.id)`,
};

/**
 * The policy of `throughProvider` (core/auth/sso-policy.ts) as SQL text for the list engine. Whether there is a provider at all is
 * asked once for all rows.
 */
const loginType: TenantSql = (own) => `case when exists (select from sso_provider s where ${own('s')}) and exists (
  select from sso_provider s where ${own('s')} and (cardinality(s.domains) = 0
    or nullif(split_part(u.username_fold, '@', -1), u.username_fold) = any(s.domains)) and not u.username_fold = any(s.password_names))
  then 'singleSignOn' else 'password' end`;

/** The columns of the built-in views. */
const overviewColumns = ['name', 'username', 'email', 'roles', 'locationTagValue', 'tagValues', 'last_activity'];
const endingColumns = ['name', 'username', 'roles', 'locationTagValue', 'valid_from', 'valid_until', 'last_activity'];

type Row = ProfileRow & { is_keyward_admin: boolean; role_ids: string[]; tag_ids: string[] };

export const profileList = defineList<Row>({
  resource: 'user',
  table: 'profile',
  as: 'u',
  detail: {
    select: (
      own,
    ) => `u.name, u.username, u.email, u.disabled, u.is_keyward_admin, u.valid_from, u.valid_until, ${roleIds(own)} as role_ids, ${tagIds(own)} as tag_ids,
      u.last_active_at as last_activity, ${loginType(own)} as login_type, u.created_at, u.updated_at`,
    joins: () => '',
  },
  names: (row) => [...row.role_ids, ...row.tag_ids],
  print: (row, { roles, names }) =>
    JSON.stringify({
      id: row.id,
      name: row.name,
      username: row.username,
      email: row.email,
      disabled: row.disabled,
      isKeywardAdmin: row.is_keyward_admin,
      valid_from: row.valid_from,
      valid_until: row.valid_until,
      roles: roles(row.role_ids),
      tagValues: names(row.tag_ids, 'groups'),
      locationTagValue: names(row.tag_ids, 'locations').join(', ') || null,
      login_type: row.login_type,
      last_activity: row.last_activity,
      created_at: row.created_at,
      updated_at: row.updated_at,
    } satisfies ProfileRow),
  columns: {
    // refetched by an open list after a live message
    id: { type: 'id', required: true, filter: 'u.id', unlisted: true },
    name: { type: 'text', filter: byName, within: 'u.search', required: true, sort: { by: byName } },
    username: {
      type: 'text',
      filter: 'u.username_fold',
      within: 'u.search',
      required: true,
      sort: { by: 'u.username_fold' },
    },
    email: {
      type: 'text',
      filter: 'u.email_fold',
      within: 'u.search',
      sort: { by: `coalesce(u.email_fold, '')`, ties: { by: byName, type: 'text' } },
    },
    // filtered by the role's name: specification, part 2, section 7
    'role.name': { ...roleName, header: 'roles', format: 'roles.named' },
    roles: { ...roleName, unlisted: true },
    disabled: { type: 'boolean', filter: 'u.disabled', required: true },
    valid_from: { type: 'instant', filter: 'u.valid_from' },
    valid_until: {
      type: 'instant',
      filter: 'u.valid_until',
      // profiles without an end sort last
      sort: { by: `coalesce(u.valid_until, 'infinity'::timestamptz)`, ties: { by: byName, type: 'text' } },
    },
    last_activity: {
      type: 'instant',
      // enrolment counts as a use: new profiles are not inactive
      filter: 'coalesce(u.last_active_at, u.created_at)',
      exists: 'u.last_active_at',
      // profiles that were never used sort first
      sort: { by: `coalesce(u.last_active_at, '-infinity'::timestamptz)`, ties: { by: byName, type: 'text' } },
    },
    created_at: {
      type: 'instant',
      filter: 'u.created_at',
      required: true,
      sort: { by: 'u.created_at', stable: true },
    },
  },
  tags: { from: (own) => `profile_tag g where ${own('g')}`, owner: 'profile_id', id: 'u.id', object: 'users' },
  search: async (_db, text) => ({ kind: 'test', sql: (params) => contains('u.search', text, params) }),
  scope: {
    column: 'w.value_id',
    values: ownLocations,
    valuesFor: sameLocations,
    unassigned: 'null',
    sorts: [],
    viaJunction: atLocations,
  },
  // at some locations the rows are counted, because a profile can be at several
  total({ conditions, searched, scope, locations }) {
    if (conditions.length > 0 || searched || scope || locations.length > 0) return undefined;
    return (params) => `coalesce((select x.n from list_tally x where ${params.own('x')} and x.resource = 'user'), 0)`;
  },
  views: [
    view('Overview', 'Everyone at your locations.', {}),
    {
      ...view('Inactive Users', 'Profiles not used for {time}, neither in the portal nor at an OKM.', {
        last_activity: 'lt:{ago}',
      }),
      period: 'inactiveUserDays',
    },
    view(
      'Ending soon',
      'Profiles whose validity ends within 14 days.',
      { valid_until: 'range:now,now+14d' },
      { sort: 'valid_until', columns: endingColumns },
    ),
  ],
  available: profileColumns,
  needs: can.readUsers,
  export: can.exportUsers,
});

function view(
  value: string,
  description: string,
  filter: Record<string, string>,
  { sort = 'name', columns = overviewColumns } = {},
): BuiltInView {
  return {
    value,
    label: value,
    description,
    isMultiselect: true,
    actions: profileActions,
    query: {
      resource: 'user',
      urlBasePath: profiles.list.path,
      filter,
      searchableColumns: ['name', 'username', 'email'],
      sort: [[sort, 'ASC']],
    },
    columns: profileColumns.filter(({ accessorKey }) => columns.includes(accessorKey)),
  };
}
