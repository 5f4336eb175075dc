import type { ResourceOf } from './resource.ts';

export const liveResource: ResourceOf<'live'> = {
  calls: { stream: { needs: 'signed in', ok: 200, query: '?once=true' } },
  tenantWide: ['stream'],
};
