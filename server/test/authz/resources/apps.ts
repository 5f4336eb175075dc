import type { ResourceOf } from './resource.ts';

export const appsResource: ResourceOf<'apps'> = {
  calls: { links: { needs: 'anyone', ok: 200 } },
  tenantWide: ['links'],
};
