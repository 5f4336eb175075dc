import { can } from '@keyward/contract/permissions';
import type { AccessPart } from '#entity/part.ts';
import { lazily } from '#lib/lazily.ts';

export const rolesPart: AccessPart = {
  name: 'roles',
  reads: can.readRoles,
  panel: lazily(async () => (await import('./page.tsx')).RolesPanel, { texts: ['entity', 'errors', 'roles'] }),
  // one column for each role
  wide: true,
  adding: { rule: can.editRoles, texts: 'roles' },
};
