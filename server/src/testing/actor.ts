import { permissionIds } from '@keyward/contract/permissions';
import type { Actor } from '#core/auth/session.ts';
import { tenantDefaults } from '#core/tenants.ts';

/** Somebody with every right, who sees everything or the given locations only. */
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
    config: { ...tenantDefaults, csvDownloadRecordsLimit: -1 },
  },
  authority: { permissions: Object.fromEntries(permissionIds.map((id) => [id, 'TRUE'])), features: [] },
  allData: locations === 'all',
  locations: locations === 'all' ? [] : locations,
  locale: undefined,
  // knows nothing: lists load what their rows name
  dictionary: { stamp: '', knows: () => false, roles: () => [], names: () => [], rights: () => ({}) },
});
