// Privileges of the restricted role: granted by the migrations, and at each start after a restore that lost them.
import type pg from 'pg';
import { APP_ROLE } from './role.ts';
import { StartError, errorCode } from './start-error.ts';

/** Tables with restricted privileges; a migration that revokes privileges adds its table here. */
const exceptions: Record<string, string> = {
  // changed only by the operator's command line
  tenant: 'select',
  tenant_host: 'select',
  sso_provider: 'select',
  // events are immutable
  event: 'select, insert',
  event_party: 'select, insert',
  location_set: 'select, insert',
  former_location: 'select, insert',
  pin_event: 'select, insert',
  // written by triggers with the owner's rights
  event_party_count: 'select',
  secure_key_invite_step: 'select, insert',
  // a view
  secure_key_row: 'select',
  // former passwords are never updated
  former_password: 'select, insert, delete',
};

const missing = `
  with wanted as (
    select c.oid, c.relname, coalesce($2::jsonb ->> c.relname, 'select, insert, update, delete') as rights
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p', 'v') and not c.relispartition and (c.relname = 'tenant'
      or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped))
  )
  select format('grant %s on table %I to %I', rights, relname, $1::text) as grant from wanted
  where exists (select from unnest(string_to_array(rights, ', ')) as r where not has_table_privilege($1, oid, r))
  union all
  select format('grant usage on schema public to %I', $1::text) where not has_schema_privilege($1, 'public', 'usage')
  union all
  select format('grant execute on function %s to %I', f.oid::regprocedure, $1::text)
  from pg_proc f join pg_namespace n on n.oid = f.pronamespace
  where n.nspname = 'public' and f.proname in ('queue_mail', 'queue_password_reset', 'queue_pin_verifiers', 'queue_profile_import', 'queue_scope_slots', 'queue_controllers', 'queue_watches', 'queue_device_command', 'change_organization') and not has_function_privilege($1, f.oid, 'execute')`;

/**
 * Grants the restricted role the privileges it lacks. A dump that is restored before the role exists loses all of them.
 * @throws StartError when the owner may not grant them, naming the missing grants.
 */
export async function ensureGrants(owner: pg.Client): Promise<void> {
  const missingGrants = async () =>
    (await owner.query<{ grant: string }>(missing, [APP_ROLE, JSON.stringify(exceptions)])).rows.map(
      (row) => row.grant,
    );
  for (const grant of await missingGrants()) {
    try {
      await owner.query(grant);
    } catch (cause) {
      if (errorCode(cause) !== '42501') throw cause;
    }
  }
  const remaining = await missingGrants();
  if (remaining.length > 0)
    throw new StartError(
      `The role ${APP_ROLE} lacks privileges that the user of DATABASE_URL (${owner.user}) cannot grant. ` +
        `Make that user the owner of the tables, or run as their owner:\n${remaining.map((grant) => `  ${grant};`).join('\n')}`,
    );
}
