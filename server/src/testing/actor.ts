import { organizationDefaults } from '@keyward/contract/organization-settings';
import { permissionIds } from '@keyward/contract/permissions';
import type { Actor } from '#core/auth/session.ts';

/** An actor with every permission, with all-data access or only the given locations. */
export const actorOf = (tenantId: string, locations: string[] | 'all'): Actor => ({
  id: '00000000-0000-7000-8000-000000000001',
  name: 'Test',
  username: 'test',
  email: null,
  isKeywardAdmin: false,
  support: false,
  sessionId: '00000000-0000-7000-8000-000000000002',
  tenant: {
    id: tenantId,
    name: 'Test',
    slug: 'test',
    config: { ...organizationDefaults, csvDownloadRecordsLimit: -1 },
  },
  authority: { permissions: Object.fromEntries(permissionIds.map((id) => [id, 'TRUE'])), features: [] },
  allData: locations === 'all',
  locations: locations === 'all' ? [] : locations,
  // an empty dictionary makes lists load the names of their rows
  dictionary: {
    stamp: '',
    knows: () => false,
    roles: () => [],
    names: () => [],
    locations: () => [],
    rights: () => ({}),
  },
});
