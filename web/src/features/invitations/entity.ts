import { defineEntity } from '#entity/define.ts';
import { lazily } from '#lib/lazily.ts';
import { IconOnePass } from '#ui/icons.tsx';

export const inviteEntity = defineEntity({
  resource: 'secure-key-invitation',
  icon: IconOnePass,
  page: lazily(async () => (await import('./page.tsx')).InvitationsPage, { texts: ['invitations'] }),
  // the list has its own search
  search: null,
});
