import { organizations } from '@keyward/contract/organization';
import { tenants } from '#testing/people.ts';
import type { ResourceOf, World } from './resource.ts';

/** Runs `work` while `admin` is the in-product administrator, a status that no permission gives. */
export async function whileAppointed<T>({ owner }: World, work: () => Promise<T>): Promise<T> {
  const appoint = (on: boolean) =>
    owner.query(`update profile set is_keyward_admin = $2 where tenant_id = $1 and username = 'admin'`, [
      tenants.demo,
      on,
    ]);
  await appoint(true);
  try {
    return await work();
  } finally {
    await appoint(false);
  }
}

export const organizationsResource: ResourceOf<'organizations'> = {
  calls: {
    get: { needs: 'in-product admin', ok: 200 },
    update: {
      needs: 'in-product admin',
      ok: 200,
      body: ({ next }) => ({ settings: { inactiveUserDays: 30 + (next() % 90) } }),
    },
    setLogo: { needs: 'in-product admin', ok: 200, body: () => ({ logo: null }) },
    // no tenant of the matrix has one
    logo: { needs: 'anyone', ok: 404 },
  },
  tenantWide: ['get', 'logo'],
  walk: ({ world }) => {
    const body = { settings: { inactiveUserDays: 45 } };
    const change = () => world.portal.as.admin.call(organizations.update, { body });
    const logo = [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>').toString('base64')];
    const setLogo = () => world.portal.as.admin.call(organizations.setLogo, { body: { logo } });
    return [
      ['update', 'MODIFY_TENANT', () => whileAppointed(world, change)],
      ['setLogo', 'MODIFY_TENANT', () => whileAppointed(world, setLogo)],
    ];
  },
};
