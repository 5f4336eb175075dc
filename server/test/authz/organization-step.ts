import { organizations } from '@keyward/contract/organization';
import { tenants } from '#testing/people.ts';
import type { Portal } from '#testing/portal.ts';

/** Changes a setting of the organization as `admin`, who is its in-product administrator for the call. */
export async function changeOrganization(portal: Portal): Promise<void> {
  const appoint = (on: boolean) =>
    portal.database.system.query(
      `update profile set is_keyward_admin = $2 where tenant_id = $1 and username = 'admin'`,
      [tenants.demo, on],
    );
  await appoint(true);
  await portal.as.admin.call(organizations.update, { body: { settings: { inactiveUserDays: 45 } } });
  await appoint(false);
}
