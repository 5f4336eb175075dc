import { can } from '@keyward/contract/permissions';
import type { AccessPart } from '#entity/part.ts';
import { lazily } from '#lib/lazily.ts';

export const groupsPart: AccessPart = {
  name: 'groups',
  reads: can.readGroups,
  panel: lazily(async () => (await import('./page.tsx')).GroupsPanel, {
    texts: ['entity', 'errors', 'groups'],
  }),
};
