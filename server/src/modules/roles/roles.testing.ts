// Profiles with the test's own roles, added without the profiles API.
import { groups } from '@keyward/contract/groups';
import { type PermissionId, permissionIds, type Permissions } from '@keyward/contract/permissions';
import { type Role, roles } from '@keyward/contract/roles';
import { createSession } from '#core/auth/session.ts';
import { tenants } from '#testing/people.ts';
import { Caller, type Portal } from '#testing/portal.ts';

export const entriesOf = (permissions: Permissions) =>
  permissionIds.flatMap((id: PermissionId) => {
    const value = permissions[id];
    return value ? [{ id, value }] : [];
  });

export function rolesOf(portal: Portal) {
  const { admin } = portal.as;
  const owner = portal.database.system;
  let created = 0;

  const newRole = async (permissions: Permissions, name = `Role ${++created}`): Promise<Role> =>
    (await admin.call(roles.create, { body: { name, permissions: entriesOf(permissions) } })).data;
  const get = async (id: string): Promise<Role | undefined> =>
    (await admin.call(roles.list, {})).data.find((role) => role.id === id);

  const give = (profileId: string, roleId: string) =>
    owner.query('insert into profile_role values ($1, $2, $3)', [tenants.demo, profileId, roleId]);
  const setDisabled = (username: string, disabled: boolean) =>
    owner.query('update profile set disabled = $3 where tenant_id = $1 and username = $2', [
      tenants.demo,
      username,
      disabled,
    ]);

  /** A new profile with these roles and locations. */
  async function newProfile(name: string, held: readonly Role[], stores: readonly string[] = []) {
    const inserted = await owner.query<{ id: string }>(
      'insert into profile (tenant_id, name, username) values ($1, $2, $3) returning id',
      [tenants.demo, name, `p${++created}`],
    );
    const id = inserted.rows[0]?.id ?? '';
    for (const role of held) await give(id, role.id);
    const { data } = stores.length ? await admin.call(groups.definitions, {}) : { data: [] };
    const location = data.find((d) => d.is_location);
    for (const store of stores)
      await owner.query(
        'insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id) values ($1, $2, $3, $4)',
        [tenants.demo, id, location?.id, location?.values.find((v) => v.name === store)?.id],
      );
    const token = await portal.inTenant('demo', (db) => createSession(db, id, { address: '::1', userAgent: 'test' }));
    return { id, username: `p${created}`, as: new Caller(portal.app, 'localhost', { cookie: `keyward=${token}` }) };
  }
  return { newRole, get, give, setDisabled, newPerson: newProfile };
}
