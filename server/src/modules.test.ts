import { expect, test } from 'vitest';
import { openPortal } from '#testing/portal.ts';
import { constraints, modules } from './modules.ts';

/** Input of callers cannot violate these: random secrets, fixed rows, `on conflict`, and writes of the command line. */
const neverViolated = [
  'controller_token_unique',
  'password_token_unique',
  'secure_key_invite_token_unique',
  'second_factor_unique',
  'session_token_unique',
  'sign_in_link_unique',
  'device_tag_unique',
  // invitations are not deleted
  'secure_key_invite_fk',
  // an entry with the same source is left out
  'inbox_entry_once',
  'event_party_unique',
  // one transaction at a time looks up a scope and adds it
  'event_scope_locations',
  'location_set_unique',
  'profile_tag_unique',
  'device_type_fk',
  'device_type_name_unique',
  'federated_identity_profile',
  'role_built_in_once',
  'saved_view_owner_fk',
  'setting_unique',
  'sso_state_once',
  'tag_definition_one_location',
  'tag_value_of_definition',
  'tenant_host_unique',
  'tenant_slug_unique',
];
const listed = modules.flatMap(({ lists = {} }) => Object.values(lists).map(({ table }) => table));

const { database } = await openPortal();
const { rows: rules } = await database.system.query<{ name: string; table: string; named: boolean }>(`
  select k.conname as name, c.relname as table, k.conname !~ '_fkey$' as named
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where k.contype = 'f' and k.conparentid = 0 and k.confrelid <> 'tenant'::regclass
  union all
  select i.relname, c.relname, true
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
  where x.indisunique and not i.relispartition and c.relnamespace = 'public'::regnamespace
    and (not x.indisprimary or i.relname !~ '_pkey$')`);
const { rows: checks } = await database.system.query<{ name: string }>(
  `select conname as name from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`,
);

test('each unique rule and reference that a write can violate has an error text in its module', () => {
  // an unnamed reference is from a part to its owner, which the write has locked; rows of a list have no owner
  const checked = rules.filter(({ named, table }) => named || listed.includes(table)).map(({ name }) => name);
  const refused = Object.keys(constraints);
  expect(checked.filter((name) => !refused.includes(name) && !neverViolated.includes(name))).toEqual([]);
  const known = [...checked, ...checks.map(({ name }) => name)];
  expect([...refused, ...neverViolated].filter((name) => !known.includes(name))).toEqual([]);
});
